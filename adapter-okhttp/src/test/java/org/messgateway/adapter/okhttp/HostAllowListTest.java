package org.messgateway.adapter.okhttp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.adapter.okhttp.AddressGuard.AddressTrust;
import org.messgateway.api.Address.Origin;

class HostAllowListTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10.0.0.5",
        "10.0.0.0/24",
        "0.0.0.0/0",
        "fd00::/8",
        "::1",
        "robot.example.com",
        "robot",
        "Robot_1.lan."
      })
  void goodEntriesAreFoundGood(String entry) {
    assertEquals(Optional.empty(), HostAllowList.problem(entry));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "10.0.0.0/33",
        "fd00::/129",
        "10.0.0",
        "10.0.0.256",
        "127.1",
        "0x7f000001",
        "http://robot/",
        "robot:8080",
        "*.example.com",
        "a b",
        "::g"
      })
  void badEntriesAreFoundOut(String entry) {
    assertTrue(HostAllowList.problem(entry).orElseThrow().contains("neither an address"));
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/24,10.0.0.255,true",
    "10.0.0.0/24,10.0.1.0,false",
    "10.0.0.5,10.0.0.5,true",
    "10.0.0.5,10.0.0.4,false",
    "0.0.0.0/0,255.1.2.3,true",
    "0.0.0.0/0,::1,false",
    "10.0.0.0/9,10.127.255.255,true",
    "10.0.0.0/9,10.128.0.0,false",
    "fd00::/8,fdab::1,true",
    "fd00::/8,fe80::1,false"
  })
  void aRangeHoldsWhatItHolds(String entry, String address, boolean permitted) {
    assertEquals(
        permitted, HostAllowList.of(List.of(entry)).permits(InetAddress.ofLiteral(address)));
  }

  @Test
  void aHostIsComparedWithoutCaseAndWithoutTheLastDot() {
    HostAllowList list = HostAllowList.of(List.of("Robot.Example.com"));
    assertTrue(list.permitsHost("robot.example.COM."));
    assertFalse(list.permitsHost("evil.robot.example.com"));
  }

  @ParameterizedTest
  @CsvSource({
    "localhost,CONFIGURATION,LOCAL",
    "robot,CONFIGURATION,LOCAL",
    "10.0.0.5,CONFIGURATION,LOCAL",
    "::1,CONFIGURATION,LOCAL",
    "roomba.local,CONFIGURATION,LOCAL",
    "a.b.lan,CONFIGURATION,LOCAL",
    "x.home.arpa,CONFIGURATION,LOCAL",
    "x.internal,CONFIGURATION,LOCAL",
    "home.arpa,CONFIGURATION,PUBLIC_ONLY",
    "example.com,CONFIGURATION,PUBLIC_ONLY",
    "local.example.com,CONFIGURATION,PUBLIC_ONLY",
    "mylocal.net,CONFIGURATION,PUBLIC_ONLY",
    "localhost,ELSEWHERE,PUBLIC_ONLY",
    "10.0.0.5,ELSEWHERE,PUBLIC_ONLY",
    "roomba.local,ELSEWHERE,PUBLIC_ONLY",
    "friend.example.com,ELSEWHERE,ANYWHERE"
  })
  void trustDependsOnTheHostAndOnWhoWroteIt(String host, Origin origin, AddressTrust trust) {
    HostAllowList allow = HostAllowList.of(List.of("friend.example.com"));
    assertEquals(trust, AddressGuard.trust(host, origin, allow));
  }
}
