package org.messgateway.gateway.mcp.tools;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.messgateway.gateway.mcp.McpContent;
import org.messgateway.gateway.mcp.McpTool;
import org.messgateway.gateway.mcp.ToolCall;
import org.messgateway.gateway.mcp.ToolDescription;
import org.messgateway.gateway.mcp.ToolResult;

/** {@code mess_capabilities}: what can be done, and by whom now. */
final class CapabilitiesTool {

  private static final String TAGS = "tags";

  private final Household household;

  CapabilitiesTool(Household household) {
    this.household = household;
  }

  McpTool tool() {
    Schema input =
        Schema.input().texts(TAGS, "Only capabilities with all of these tags, such as visual");
    Schema capability =
        Schema.output()
            .text("id", "for `requires`")
            .text("description", "what it is; words of who described it")
            .texts("tags", "what sort it is")
            .texts("executors", "ids of those who have it")
            .texts("open_now", "ids of those of them who work now")
            .require("id", "executors", "open_now");
    Schema executor =
        Schema.output()
            .text("id", "the executor's id")
            .text("name", "name of the person or robot")
            .text("availability", "always, schedule or on_demand")
            .truth("open_now", "whether it works now")
            .text("last_heard", "time")
            .require("id", "name", "open_now");
    Schema output =
        Schema.output()
            .objects("capabilities", "what can be asked for", capability)
            .objects("executors", "who can be asked", executor)
            .require("capabilities", "executors");
    return new RefusingTool(
        new ToolDescription(
            "mess_capabilities",
            "List what can be done",
            "What the people, robots and services here can do, and who of them works now. Ids of"
                + " capabilities are for `requires`.",
            input.map(),
            output.map(),
            Map.of(),
            true,
            false,
            true),
        this::listed);
  }

  private ToolResult listed(ToolCall call, Arguments arguments) throws CallRefusal {
    Household.Known known = household.known(call.caller(), arguments.texts(TAGS));
    MessText text = new MessText();
    List<Map<String, Object>> capabilities = new ArrayList<>();
    for (Map<String, Object> each : known.capabilities()) {
      Map<String, Object> row = new LinkedHashMap<>(each);
      String id = String.valueOf(each.get("id"));
      row.put("executors", known.having(id));
      row.put("open_now", known.open(known.having(id)));
      capabilities.add(row);
      text.others("capability", row);
    }
    known.executors().forEach(each -> text.others("executor", each));
    if (capabilities.isEmpty()) {
      text.sentence("Nothing is known that can be done here, with these tags.");
    }
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("capabilities", capabilities);
    members.put("executors", known.executors());
    return new ToolResult(
        List.of(new McpContent.Words(text.beginning("ask for some by `tags`"))), members, false);
  }
}
