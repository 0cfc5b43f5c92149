package org.messgateway.gateway.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.answer.AgentRequests;
import org.messgateway.gateway.answer.AgentRequests.BeyondVersion;
import org.messgateway.gateway.answer.AgentRequests.Found;
import org.messgateway.gateway.answer.AgentRequests.KeptEntry;
import org.messgateway.gateway.answer.AgentRequests.RequestResult;
import org.messgateway.gateway.answer.AgentRequests.Standing;
import org.messgateway.gateway.answer.AgentRequests.UnclaimedRequirement;

/** What became of an agent's message as members of JSON. */
final class MessMembers {

  private MessMembers() {}

  static Map<String, @Nullable Object> of(RequestResult.Stored taken) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("ok", true);
    members.put("again", taken.again());
    members.put("created", taken.created().stream().map(MessMembers::created).toList());
    members.put("touched", taken.touched());
    put(members, "threads", taken.outcomes(Standing.class).map(MessMembers::standing).toList());
    put(members, "answers", taken.outcomes(Found.class).map(Found::structured).toList());
    put(
        members,
        "hints",
        taken.outcomes(UnclaimedRequirement.class).map(UnclaimedRequirement::sentence).toList());
    put(members, "kept", taken.outcomes(KeptEntry.class).map(MessMembers::kept).toList());
    taken.outcomes(BeyondVersion.class).forEach(each -> members.put("note", each.sentence()));
    return members;
  }

  private static void put(
      Map<String, @Nullable Object> members, String name, List<? extends Object> values) {
    if (!values.isEmpty()) {
      members.put(name, values);
    }
  }

  private static Map<String, @Nullable Object> created(AgentRequests.Created created) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("id", created.id());
    members.put("ref", created.ref());
    ThreadStatus status = created.status();
    members.put("status", status == null ? null : status.code());
    members.put("holder", created.holder());
    members.put("again", created.again());
    return members;
  }

  private static Map<String, @Nullable Object> standing(Standing now) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("re", now.re());
    members.put("ref", now.ref());
    members.put("status", now.status().code());
    members.put("holder", now.holder());
    members.put("again", now.again());
    if (now.note() != null) {
      members.put("note", now.note());
    }
    return members;
  }

  private static Map<String, @Nullable Object> kept(KeptEntry kept) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("type", kept.type());
    members.put("refs", kept.refs());
    return members;
  }
}
