package org.messgateway.gateway.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A code block of docs/webhooks.md, and the few lines around it that make it a program: it takes
 * the secrets as its argument, and prints {@code yes} or {@code no} for each line {@code id
 * timestamp signatures-with-commas-for-blanks file} of {@code cases.txt}.
 */
enum Snippet {
  JAVA(
      "java",
      "Webhooks.java",
      "Check.java",
      """
      void main(String[] secrets) throws Exception {
        for (String line : java.nio.file.Files.readAllLines(java.nio.file.Path.of("cases.txt"))) {
          String[] at = line.split(" ");
          byte[] body = java.nio.file.Files.readAllBytes(java.nio.file.Path.of(at[3]));
          boolean yes = Webhooks.genuine(java.util.List.of(secrets), at[0], at[1], at[2].replace(';', ' '), body);
          System.out.println(yes ? "yes" : "no");
        }
      }
      """,
      ProcessHandle.current().info().command().orElse("java"),
      "Check.java"),
  PYTHON(
      "python",
      "webhooks.py",
      "check.py",
      """
      import sys
      from webhooks import genuine
      for line in open("cases.txt"):
          at = line.split()
          body = open(at[3], "rb").read()
          print("yes" if genuine(sys.argv[1:], at[0], at[1], at[2].replace(";", " "), body) else "no")
      """,
      "python3",
      "check.py"),
  JAVASCRIPT(
      "js",
      "webhooks.mjs",
      "check.mjs",
      """
      import { readFileSync } from 'node:fs';
      import { genuine } from './webhooks.mjs';
      for (const line of readFileSync('cases.txt', 'utf8').trim().split('\\n')) {
        const at = line.split(' ');
        const body = readFileSync(at[3]);
        const yes = genuine(process.argv.slice(2), at[0], at[1], at[2].replaceAll(';', ' '), body);
        console.log(yes ? 'yes' : 'no');
      }
      """,
      "node",
      "check.mjs"),
  GO(
      "go",
      "webhooks.go",
      "check.go",
      """
      package main
      import ("fmt"; "os"; "strings")
      func main() {
      	cases, _ := os.ReadFile("cases.txt")
      	for _, line := range strings.Split(strings.TrimSpace(string(cases)), "\\n") {
      		at := strings.Split(line, " ")
      		body, _ := os.ReadFile(at[3])
      		if genuine(os.Args[1:], at[0], at[1], strings.ReplaceAll(at[2], ";", " "), body) {
      			fmt.Println("yes")
      		} else {
      			fmt.Println("no")
      		}
      	}
      }
      """,
      "go",
      "run webhooks.go check.go"),
  PHP(
      "php",
      "webhooks.php",
      "check.php",
      """
      <?php
      require 'webhooks.php';
      foreach (file('cases.txt', FILE_IGNORE_NEW_LINES) as $line) {
        $at = explode(' ', $line);
        $body = file_get_contents($at[3]);
        $yes = genuine(array_slice($argv, 1), $at[0], $at[1], strtr($at[2], ';', ' '), $body);
        echo $yes ? "yes\\n" : "no\\n";
      }
      """,
      "php",
      "check.php"),
  SHELL(
      "sh",
      "webhooks.sh",
      "check.sh",
      """
      . ./webhooks.sh
      while read -r id timestamp signatures file; do
        genuine "$*" "$id" "$timestamp" "${signatures//;/ }" "$file" && echo yes || echo no
      done <cases.txt
      """,
      "bash",
      "check.sh");

  private final String fence;
  private final String file;
  private final String driver;
  private final String driverText;
  private final String program;
  private final String arguments;

  Snippet(
      String fence,
      String file,
      String driver,
      String driverText,
      String program,
      String arguments) {
    this.fence = fence;
    this.file = file;
    this.driver = driver;
    this.driverText = driverText;
    this.program = program;
    this.arguments = arguments;
  }

  /** What runs it. */
  String program() {
    return program;
  }

  /** How it is started, in the folder where it was written. */
  List<String> command() {
    return Stream.concat(Stream.of(program), Stream.of(arguments.split(" ", -1))).toList();
  }

  /** Writes the program; the documentation's part of it as it stands there. */
  void writeTo(Path folder, String page) throws IOException {
    String section = page.substring(page.indexOf("## Verify before you believe"));
    Matcher block =
        Pattern.compile("^```" + fence + "\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
            .matcher(section);
    if (!block.find()) {
      throw new AssertionError("docs/webhooks.md has no block in " + fence);
    }
    Files.writeString(folder.resolve(file), block.group(1));
    Files.writeString(folder.resolve(driver), driverText);
  }
}
