#!/usr/bin/env python3
"""A vacuum robot that takes tasks from a MESS gateway. Python 3.9 or later, standard library only.

It bids for a task in the answer to the webhook, moves only once the next webhook says that the task is
its own, reports on the way, and ends with a picture. Whatever it must not forget is in one small file:
kill it at any moment and start it again.

See README.md for how to configure and run it.
"""

import base64
import hashlib
import hmac
import json
import os
import re
import signal
import socket
import struct
import sys
import threading
import time
import urllib.error
import urllib.request
import zlib
from collections import OrderedDict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import mess_yaml

WHOLE = re.compile("[0-9]{1,11}")
TOLERANCE = 300  # seconds a timestamp may be off: Standard Webhooks 1.0
MAX_BODY = 2 * 1024 * 1024  # bytes of a webhook
MAX_ANSWER = 64 * 1024  # bytes of what the gateway answers to us
MAX_TASKS = 20  # more would be promises nobody can keep
REMEMBERED = 2000  # webhook ids; the gateway sends nothing again after 14 days
BID = 3600  # seconds after which a bid without verdict is forgotten
REQUEST = 15  # seconds a webhook may take to arrive
STEPS = 8  # the floor is swept in so many strips
OVER = {"completed", "partial", "failed", "declined", "cancelled", "canceled", "expired", "delegated", "superseded"}


def log(line):
    print(time.strftime("%Y-%m-%dT%H:%M:%SZ ", time.gmtime()) + line, flush=True)


class Settings:
    """What the environment says; all that is wrong is said at once."""

    def __init__(self, env):
        wrong = []
        self.executor = env.get("MESS_EXECUTOR", "")
        if not self.executor:
            wrong.append("MESS_EXECUTOR is the robot's name in the gateway's config.yaml, such as roomba-kitchen")
        self.keys = []
        try:
            # Several, with commas between, while a secret is being replaced.
            self.keys = [key(text.strip()) for text in env.get("MESS_SECRET", "").split(",")]
        except ValueError:
            wrong.append("MESS_SECRET is what `./mess-gateway secret EXECUTOR` prints: whsec_ and base64")
        # Answers go nowhere else: the header that names the URL is not signed.
        self.gateway = origin(env.get("MESS_GATEWAY", "http://localhost:8420"))
        if not self.gateway:
            wrong.append("MESS_GATEWAY is the gateway's client_url, such as http://localhost:8420")
        self.host = env.get("HOST", "127.0.0.1")
        self.port = number(env, "PORT", 8080, wrong)
        self.battery = number(env, "BATTERY", 100, wrong)
        self.step_ms = number(env, "STEP_MS", 1000, wrong)
        self.state = env.get("STATE", "robot-state.json")
        if wrong:
            sys.exit("robot: " + "\nrobot: ".join(wrong))


def key(text):
    if not text.startswith("whsec_"):
        raise ValueError("no whsec_")
    return base64.b64decode(text[len("whsec_"):], validate=True)


def origin(url):
    parts = urlsplit(url)
    return parts.scheme + "://" + parts.netloc if parts.scheme in ("http", "https") and parts.netloc else ""


def number(env, name, otherwise, wrong):
    text = env.get(name, str(otherwise))
    if not WHOLE.fullmatch(text):
        wrong.append(name + " is a whole number")
        return otherwise
    return int(text)


def genuine(keys, headers, body):
    """Whether one of the signatures is made with one of our keys, now: Standard Webhooks 1.0."""
    identity = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not identity or not WHOLE.fullmatch(timestamp):
        return False
    if abs(time.time() - int(timestamp)) > TOLERANCE:
        return False
    signed = (identity + "." + timestamp + ".").encode("latin-1") + body
    found = False
    for each in keys:
        expected = b"v1," + base64.b64encode(hmac.new(each, signed, hashlib.sha256).digest())
        for signature in headers.get("webhook-signature", "").split(" "):
            found |= hmac.compare_digest(expected, signature.encode("latin-1"))
    return found


class Memory:
    """Tasks, and the answers given to webhooks, in one file that is replaced whole: it is either the old
    or the new one, whatever happens."""

    def __init__(self, path):
        self.path = path
        self.lock = threading.RLock()
        self.tasks, self.answers = {}, OrderedDict()
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                read = json.load(file)
            self.tasks, self.answers = read["tasks"], OrderedDict(read["answers"])

    def save(self):
        with self.lock:
            while len(self.answers) > REMEMBERED:
                self.answers.popitem(last=False)
            new = self.path + ".new"
            with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
                json.dump({"tasks": self.tasks, "answers": list(self.answers.items())}, file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(new, self.path)
            folder = os.open(os.path.dirname(os.path.abspath(self.path)), os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    def still(self, ref, task):
        """Whether the task is still ours: a webhook may have taken it away meanwhile."""
        with self.lock:
            return self.tasks.get(ref) is task

    def forget(self, ref, task):
        with self.lock:
            if self.still(ref, task):
                del self.tasks[ref]
                self.save()

    def next(self):
        """A task that is ours to do."""
        with self.lock:
            return next(((ref, task) for ref, task in self.tasks.items() if task["state"] == "mine"), None)


class Refused(Exception):
    """The gateway says no, and will say no again."""


class Stuck(Exception):
    """The machine cannot go on."""


class Gateway:
    """Says something on a task. The same key is the same answer, however often it is sent."""

    def __init__(self, settings, stopping):
        self.origin = settings.gateway
        self.stopping = stopping
        self.opener = urllib.request.build_opener(NoRedirect)

    def say(self, task, step, mess, wanted, tries=1000):
        """Returns whether it was said; tries again, later and later, while that may help.

        wanted tells whether there is still a reason to say it.
        """
        request = urllib.request.Request(
            task["respond"],
            data=json.dumps({"MESS": mess}).encode(),
            headers={"Content-Type": "application/json", "Idempotency-Key": task["key"] + "-" + step},
        )
        pause = 1.0
        for attempt in range(tries):
            if not wanted() or self.stopping.is_set():
                return False
            try:
                with self.opener.open(request, timeout=30) as response:
                    response.read(MAX_ANSWER)
                    return True
            except urllib.error.HTTPError as error:
                detail = problem(error)
                if error.code not in (408, 425, 429) and error.code < 500:
                    raise Refused(detail) from None
                pause = max(pause, retry_after(error))
                log("the gateway answered %s; tried again in %d s" % (detail, pause))
            except OSError as error:
                log("the gateway cannot be reached (%s); tried again in %d s" % (error, pause))
            self.stopping.wait(pause)
            pause = min(pause * 2, 60)
        return False


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args):
        return None


def problem(error):
    """Status and words of a problem (RFC 9457)."""
    try:
        said = json.loads(error.read(MAX_ANSWER))
        return "%d: %s" % (error.code, said.get("detail") or said.get("title"))
    except (ValueError, AttributeError, OSError):
        return str(error.code)


def retry_after(error):
    text = error.headers.get("Retry-After", "")
    return min(int(text), 3600) if WHOLE.fullmatch(text) else 0


class Machine:
    """The hardware. Replace this class by yours."""

    def __init__(self, settings):
        self.battery = settings.battery
        self.seconds = settings.step_ms / 1000.0

    def sweep(self, strip, stopping):
        """Sweeps one strip of the floor."""
        if self.battery < 10:
            raise Stuck("battery at %d %%, and I cannot get back to the dock by myself" % self.battery)
        stopping.wait(self.seconds)
        self.battery -= 4

    def picture(self):
        """A map of the floor, what is swept in green: a PNG."""
        side, rows = STEPS * 8, []
        for y in range(side):
            shade = b"\x2e\x9e\x5b" if y // 8 % 2 else b"\x37\xb8\x6b"
            rows.append(b"\0" + shade * side)

        def chunk(name, data):
            return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

        head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
        return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"".join(rows))) + chunk(b"IEND", b"")


class Worker(threading.Thread):
    """Does the tasks, one after the other."""

    def __init__(self, memory, gateway, machine, stopping):
        super().__init__(name="worker")
        self.memory, self.gateway, self.machine, self.stopping = memory, gateway, machine, stopping
        self.news = threading.Event()

    def run(self):
        while not self.stopping.is_set():
            self.news.clear()
            found = self.memory.next()
            if found is None:
                self.news.wait()
                continue
            try:
                self.work(*found)
            except Refused as refusal:
                log("%s: the gateway does not take it: %s" % (found[0], refusal))
                self.memory.forget(*found)
            except Exception as error:  # A robot that stands still for ever is the worst outcome.
                log("%s: failed, tried again in 60 s: %r" % (found[0], error))
                self.stopping.wait(60)

    def work(self, ref, task):
        def wanted():
            return self.memory.still(ref, task)

        if "report" not in task:
            report = self.sweep(ref, task, wanted)
            if report is None:
                log(ref + ": stopped, it is not wanted any more" if not wanted() else ref + ": interrupted")
                return
            # On disk before it is said: after a crash it is said again, not done again.
            with self.memory.lock:
                task["report"] = report
                self.memory.save()
        if self.gateway.say(task, "end", task["report"], wanted):
            log(ref + ": reported " + task["report"][0]["status"]["code"])
            self.memory.forget(ref, task)

    def sweep(self, ref, task, wanted):
        """What to report, or nothing when the work was stopped."""
        log(ref + ": working")
        try:
            for strip in range(STEPS):
                if strip in (0, STEPS // 2):
                    status = {"code": "in_progress", "progress_pct": 100 * strip // STEPS}
                    # Nice to know, but not worth stopping the work for.
                    self.gateway.say(task, "strip-%d" % strip, [{"status": status}], wanted, tries=2)
                self.machine.sweep(strip, self.stopping)
                if not wanted() or self.stopping.is_set():
                    return None
        except Stuck as stuck:
            # Giving back is declining what one holds: the gateway asks somebody else.
            return [{"status": {"code": "declined", "reason": str(stuck)}}]
        image = "data:image/png;base64," + base64.b64encode(self.machine.picture()).decode()
        words = "Swept. Battery at %d %%." % self.machine.battery
        return [{"status": {"code": "completed"}}, {"response": {"content": [words, {"image": image}]}}]


class Robot:
    """Decides what a webhook means. The signed envelope decides, the headers are hints."""

    def __init__(self, settings, memory, machine, worker):
        self.settings, self.memory, self.machine, self.worker = settings, memory, machine, worker

    def hear(self, headers, thread):
        """The MESS list to answer with, empty for none; what it changes is on disk before it is said."""
        identity = headers["webhook-id"]
        with self.memory.lock:
            if identity in self.memory.answers:
                # Our answer may have been lost on its way: the same again, the bid included.
                return self.memory.answers[identity]
            tasks = dict(self.memory.tasks)
            try:
                answer = self.decide(identity, headers, thread["envelope"])
                self.memory.answers[identity] = answer
                self.memory.save()
            except BaseException:
                self.memory.tasks = tasks
                self.memory.answers.pop(identity, None)
                raise
        self.worker.news.set()
        return answer

    def decide(self, identity, headers, envelope):
        ref, holder = str(envelope["ref"]), envelope.get("executor")
        kind = headers.get("mess-kind", "")
        status = str(envelope.get("status", "")).replace("-", "_")
        tasks = self.memory.tasks
        if kind == "test":
            log("a test arrived: the signature is right")
        elif status in OVER:
            log("%s: over (%s)" % (ref, status))
            tasks.pop(ref, None)
        elif holder is None:
            return self.bid(ref, envelope, headers)
        elif holder != self.settings.executor:
            log(ref + ": somebody else has it")
            tasks.pop(ref, None)
        elif tasks.get(ref, {}).get("state") != "mine":
            respond = self.respond(headers)
            if respond:
                log(ref + ": it is mine")
                tasks[ref] = {"state": "mine", "respond": respond, "key": identity}
        else:
            log("%s: heard a %s" % (ref, kind))
        return []

    def bid(self, ref, envelope, headers):
        if not self.respond(headers):
            return []
        if self.machine.battery < 20:
            return self.decline(ref, "my battery is at %d %%" % self.machine.battery)
        tasks = self.memory.tasks
        for old in [old for old, task in tasks.items() if task["state"] == "bid" and task["at"] < time.time() - BID]:
            del tasks[old]
        if len(tasks) >= MAX_TASKS:
            return self.decline(ref, "I have %d tasks already" % MAX_TASKS)
        log("%s: bidding for: %s" % (ref, str(envelope.get("intent", ""))[:80]))
        tasks[ref] = {"state": "bid", "at": int(time.time())}
        return [{"status": {"code": "claimed", "eta": "15m"}}]

    @staticmethod
    def decline(ref, reason):
        log("%s: declined, %s" % (ref, reason))
        return [{"status": {"code": "declined", "reason": reason}}]

    def respond(self, headers):
        """Where to answer, or nothing where we would not."""
        url = headers.get("mess-respond", "")
        if not url:
            log("there is no mess-respond: the gateway's client_url does not lead from here to the gateway")
            return ""
        if origin(url) != self.settings.gateway:
            log("mess-respond is at %s but MESS_GATEWAY is %s: ignored" % (origin(url), self.settings.gateway))
            return ""
        return url


class Door(BaseHTTPRequestHandler):
    """Lets in what is signed, and answers at once."""

    timeout = 10
    robot, keys = None, []

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        if not WHOLE.fullmatch(length):
            return self.reply(411)
        if int(length) > MAX_BODY:
            return self.refuse(int(length))
        body = self.rfile.read(int(length))
        if len(body) < int(length):
            return None
        if not genuine(self.keys, self.headers, body):
            log("refused a request from %s: not signed with our secret, or not now" % self.client_address[0])
            return self.reply(401)
        try:
            answer = self.robot.hear(self.headers, self.thread(body))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            remedy = "cannot read this signed webhook (%s): write `format: json` beside its url in config.yaml" % error
            log(remedy)
            return self.reply(415, "text/plain; charset=utf-8", remedy)
        except OSError as error:
            log("the state cannot be written (%s): the gateway will try again" % error)
            return self.reply(503)
        if not answer:
            return self.reply(204)
        return self.reply(200, "application/json", json.dumps({"MESS": answer}))

    def thread(self, body):
        """Both formats that a webhook can have."""
        return json.loads(body) if "json" in self.headers.get("Content-Type", "") else mess_yaml.thread(body)

    def reply(self, code, kind="", text=""):
        data = text.encode()
        self.send_response(code)
        self.send_header("Connection", "close")
        if code != 204:
            self.send_header("Content-Length", str(len(data)))
        if kind:
            self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(data)

    def refuse(self, length):
        """Too large; some of it is read all the same, or the sender would see a cut connection and no reason."""
        left = min(length, 8 * MAX_BODY)
        while left > 0:
            read = len(self.rfile.read(min(left, 1 << 16)))
            left = left - read if read else 0
        self.reply(413)

    def log_message(self, *args):
        """One line a request says nothing that the others do not."""


def cut(connection):
    try:
        connection.shutdown(socket.SHUT_RD)
    except OSError:
        """It has ended by itself."""


class Server(ThreadingHTTPServer):
    """At most 64 requests at a time: the others wait to be accepted."""

    daemon_threads = True
    slots = threading.BoundedSemaphore(64)

    def process_request(self, request, client_address):
        self.slots.acquire()
        super().process_request(request, client_address)

    def process_request_thread(self, request, client_address):
        # The timeout is for one read; this is for all of them: nobody holds a slot by sending slowly.
        limit = threading.Timer(REQUEST, cut, [request])
        limit.daemon = True
        limit.start()
        try:
            super().process_request_thread(request, client_address)
        finally:
            limit.cancel()
            self.slots.release()

    def handle_error(self, request, client_address):
        log("a request from %s broke off: %r" % (client_address[0], sys.exc_info()[1]))


def main():
    settings = Settings(os.environ)
    stopping = threading.Event()
    memory, machine = Memory(settings.state), Machine(settings)
    worker = Worker(memory, Gateway(settings, stopping), machine, stopping)
    Door.robot, Door.keys = Robot(settings, memory, machine, worker), settings.keys
    try:
        server = Server((settings.host, settings.port), Door)
    except OSError as error:
        sys.exit("robot: cannot listen on %s:%d (%s): set HOST and PORT" % (settings.host, settings.port, error))

    def stop(*_):
        stopping.set()
        worker.news.set()
        threading.Thread(target=server.shutdown).start()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    worker.start()
    log("%s listens on http://%s:%d/mess" % (settings.executor, settings.host, server.server_port))
    server.serve_forever()
    server.server_close()
    worker.join(35)
    log("stopped; what is unfinished goes on at the next start")


if __name__ == "__main__":
    main()
