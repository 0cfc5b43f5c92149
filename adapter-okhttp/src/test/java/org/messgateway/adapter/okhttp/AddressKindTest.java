package org.messgateway.adapter.okhttp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressKindTest {

  @ParameterizedTest
  @CsvSource({
    "8.8.8.8,PUBLIC",
    "93.184.216.34,PUBLIC",
    "172.15.255.255,PUBLIC",
    "172.32.0.0,PUBLIC",
    "9.255.255.255,PUBLIC",
    "11.0.0.0,PUBLIC",
    "126.255.255.255,PUBLIC",
    "128.0.0.1,PUBLIC",
    "100.63.255.255,PUBLIC",
    "100.128.0.0,PUBLIC",
    "127.0.0.1,LOOPBACK",
    "127.255.255.254,LOOPBACK",
    "10.0.0.0,PRIVATE",
    "10.255.255.255,PRIVATE",
    "172.16.0.0,PRIVATE",
    "172.31.255.255,PRIVATE",
    "192.168.0.1,PRIVATE",
    "169.254.0.1,LINK_LOCAL",
    "169.254.169.254,METADATA",
    "169.254.170.2,METADATA",
    "100.100.100.200,METADATA",
    "192.0.0.192,METADATA",
    "0.0.0.0,UNSPECIFIED",
    "0.1.2.3,UNSPECIFIED",
    "224.0.0.1,MULTICAST",
    "239.255.255.255,MULTICAST",
    "240.0.0.1,SPECIAL",
    "255.255.255.255,SPECIAL",
    "100.64.0.1,SPECIAL",
    "100.127.255.255,SPECIAL",
    "192.0.0.1,SPECIAL",
    "192.0.2.7,SPECIAL",
    "192.88.99.1,SPECIAL",
    "198.18.0.1,SPECIAL",
    "198.19.255.255,SPECIAL",
    "198.51.100.1,SPECIAL",
    "203.0.113.1,SPECIAL",
    "::1,LOOPBACK",
    "::,UNSPECIFIED",
    "::ffff:127.0.0.1,LOOPBACK",
    "::ffff:10.0.0.1,PRIVATE",
    "::ffff:169.254.169.254,METADATA",
    "::127.0.0.1,SPECIAL",
    "64:ff9b::7f00:1,SPECIAL",
    "64:ff9b:1::1,SPECIAL",
    "100::1,SPECIAL",
    "2001::1,SPECIAL",
    "2001:db8::1,SPECIAL",
    "2002:7f00:1::,SPECIAL",
    "3fff::1,SPECIAL",
    "5f00::1,SPECIAL",
    "fc00::1,PRIVATE",
    "fdff::1,PRIVATE",
    "fd00:ec2::254,METADATA",
    "fe80::1,LINK_LOCAL",
    "fec0::1,SPECIAL",
    "ff02::1,MULTICAST",
    "2606:4700::1111,PUBLIC",
    "2a00:1450:4001::200e,PUBLIC"
  })
  void everyAddressHasItsKind(String address, AddressKind kind) {
    assertEquals(kind, AddressKind.of(InetAddress.ofLiteral(address)));
  }
}
