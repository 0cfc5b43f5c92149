package org.messgateway.gateway.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.cli.command.Command;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * {@code mcp}: the gateway for a client of the Model Context Protocol, on standard input and
 * output.
 */
@CommandLine.Command(
    name = "mcp",
    description = {
      "Serves an MCP client on standard input and output, until its input ends.",
      "Uses the gateway that runs here, and is the gateway where none runs."
    })
public final class McpCommand extends Command {

  @Option(
      names = "--exchange",
      paramLabel = "NAME",
      description = "Which exchange (default: the first one).")
  private @Nullable String exchange;

  @Option(
      names = "--agent",
      paramLabel = "ID",
      description = "In whose name (default: $$MESS_AGENT, else agent_id of the configuration).")
  private @Nullable String agent;

  @Option(
      names = "--print-config",
      paramLabel = "CLIENT",
      converter = ClientName.class,
      description = "Prints what to paste into a client's configuration: ${COMPLETION-CANDIDATES}.")
  private @Nullable McpClientConfig printed;

  public McpCommand() {}

  /** One that no library fills in. */
  public McpCommand(@Nullable Path home, @Nullable String exchange, @Nullable String agent) {
    super(home);
    this.exchange = exchange;
    this.agent = agent;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (printed != null) {
      return print(printed);
    }
    OutputStream wire = new FileOutputStream(FileDescriptor.out);
    // From here on whatever prints, prints to standard error: the wire holds messages only.
    System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.err), true, UTF_8));
    FirstHome.make(homeChoice()).ifPresent(said -> err().line(said));
    serve(wire);
    return DONE;
  }

  private void serve(OutputStream wire) throws InterruptedException {
    LocalAccess access = new LocalAccess(home(), hint(), given(agent, "MESS_AGENT"));
    try (McpGateway gateway = new McpGateway(home(), hint(), access);
        StdioBridge bridge =
            new StdioBridge(
                new FileInputStream(FileDescriptor.in),
                wire,
                access,
                Optional.ofNullable(exchange))) {
      Runtime.getRuntime().addShutdownHook(new Thread(bridge::close, "mcp-end"));
      gateway.start();
      bridge.run();
    }
  }

  private static Optional<String> given(@Nullable String option, String variable) {
    return Stream.of(
            Optional.ofNullable(option).orElse(""),
            Optional.ofNullable(System.getenv(variable)).orElse(""))
        .filter(text -> !text.isBlank())
        .findFirst();
  }

  private int print(McpClientConfig client) {
    McpClientConfig.Invocation invocation =
        new McpClientConfig.Invocation(
            Path.of(System.getProperty("mess.program", "mess-gateway")).toAbsolutePath(),
            homeChoice().named() ? Optional.of(home()) : Optional.empty(),
            Optional.ofNullable(exchange),
            given(agent, "MESS_AGENT"),
            Optional.ofNullable(System.getenv("JAVA_HOME")).filter(java -> !java.isBlank()));
    err().line(client.place());
    out().lines(client.block(invocation).stripTrailing());
    return DONE;
  }

  /** A client as it is typed; the library would name each constant beside its word. */
  static final class ClientName implements ITypeConverter<McpClientConfig> {

    @Override
    public McpClientConfig convert(String typed) {
      return Arrays.stream(McpClientConfig.values())
          .filter(each -> each.toString().equalsIgnoreCase(typed.replace('_', '-')))
          .findFirst()
          .orElseThrow(() ->
              new TypeConversionException(
                  typed
                      + " is no client that is known here. There are: "
                      + Arrays.stream(McpClientConfig.values())
                          .map(McpClientConfig::toString)
                          .collect(Collectors.joining(", "))));
    }
  }
}
