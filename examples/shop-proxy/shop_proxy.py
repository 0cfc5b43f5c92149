#!/usr/bin/env python3
"""A shop proxy: takes shopping tasks from a MESS gateway and orders at a shop. Python 3.9 or later, standard
library only.

It claims by POST, because only the answer to a POST says at once who has the task; asks for the price to be
confirmed; orders exactly once, whatever dies and comes back in between; and ends with a receipt.

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
import sys
import threading
import time
import urllib.error
import urllib.request
from collections import OrderedDict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import mess_yaml

WHOLE = re.compile("[0-9]{1,11}")
TOLERANCE = 300  # seconds a timestamp may be off: Standard Webhooks 1.0
MAX_BODY = 2 * 1024 * 1024  # bytes of a webhook
MAX_ANSWER = 64 * 1024  # bytes of what the gateway answers to us
MAX_TASKS = 200
REMEMBERED = 5000  # webhook ids; the gateway sends nothing again after 14 days
REQUEST = 15  # seconds a webhook may take to arrive
OVER = {"completed", "partial", "failed", "declined", "cancelled", "canceled", "expired", "delegated", "superseded"}


def log(line):
    print(time.strftime("%Y-%m-%dT%H:%M:%SZ ", time.gmtime()) + line, flush=True)


class Settings:
    """What the environment says; all that is wrong is said at once."""

    def __init__(self, env):
        wrong = []
        self.executor = env.get("MESS_EXECUTOR", "")
        if not self.executor:
            wrong.append("MESS_EXECUTOR is the proxy's name in the gateway's config.yaml, such as corner-shop")
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
        self.port = number(env, "PORT", 8081, wrong)
        self.limit = number(env, "LIMIT_CENTS", 10000, wrong)
        self.patience = number(env, "CONFIRM_SECONDS", 3600, wrong)
        self.state = env.get("STATE", "shop-state.json")
        self.orders = env.get("ORDERS", "orders.jsonl")
        if wrong:
            sys.exit("shop-proxy: " + "\nshop-proxy: ".join(wrong))


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


def money(cents):
    return "$%d.%02d" % divmod(cents, 100)


class Shop:
    """The shop's own interface; replace this class by calls to yours.

    A real shop takes an idempotency key with an order: give it the ref. This stand-in keeps an order book in a
    file: a line an order, on disk before order() returns.
    """

    PRICES = {"milk": 129, "bread": 280, "egg": 35, "onion": 45, "butter": 310, "apple": 60}  # cents

    def __init__(self, path):
        self.path = path
        self.lock = threading.Lock()
        self.book = {}
        if os.path.exists(path):
            with open(path, "rb") as file:
                whole, _, torn = file.read().rpartition(b"\n")
            if torn:
                # Power failed while it was being written: nobody was told of that order.
                os.truncate(path, len(whole) + 1 if whole else 0)
            for line in whole.splitlines():
                order = json.loads(line)
                self.book[order["ref"]] = order

    def find(self, text):
        """What a wish names, as a list of {name, quantity, cents}: `2 onions and milk`."""
        items = []
        for name, cents in self.PRICES.items():
            found = re.search(r"(?:\b([1-9][0-9]?) *x? *)?\b%ss?\b" % name, text, re.IGNORECASE)
            if found:
                quantity = int(found.group(1) or 1)
                items.append({"name": name, "quantity": quantity, "cents": quantity * cents})
        return items

    def order(self, ref, items):
        """Orders, or returns the order of that ref that was made before. Spends money."""
        with self.lock:
            if ref not in self.book:
                order = {
                    "ref": ref,
                    "order": "CS-" + hashlib.sha256(ref.encode()).hexdigest()[:8].upper(),
                    "items": items,
                    "total": money(sum(item["cents"] for item in items)),
                    "placed": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
                }
                with open(self.path, "ab") as file:
                    file.write(json.dumps(order).encode() + b"\n")
                    file.flush()
                    os.fsync(file.fileno())
                self.book[ref] = order
            return self.book[ref]

    def ordered(self, ref):
        with self.lock:
            return ref in self.book


class Memory:
    """Tasks by ref, and the answers given to webhooks, in one file that is replaced whole: it is either the old or the
    new one, whatever happens."""

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
            # It holds tokens: it is for its owner alone.
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

    def become(self, ref, task, after):
        """Replaces a task by what has become of it, None to forget it; nothing when a webhook changed it meanwhile."""
        with self.lock:
            if self.tasks.get(ref) is task:
                if after is None:
                    del self.tasks[ref]
                else:
                    self.tasks[ref] = after
                self.save()

    def all(self):
        with self.lock:
            return list(self.tasks.items())


class Refused(Exception):
    """The gateway says no, and will say no again."""


class Later(Exception):
    """It could not be said now."""

    def __init__(self, why, seconds):
        super().__init__(why)
        self.seconds = seconds


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args):
        return None


class Gateway:
    """Says something on a task, once. The same key is the same answer, however often it is sent."""

    opener = urllib.request.build_opener(NoRedirect)

    def say(self, task, step, *mess):
        request = urllib.request.Request(
            task["respond"],
            data=json.dumps({"MESS": mess}).encode(),
            headers={"Content-Type": "application/json", "Idempotency-Key": task["key"] + "-" + step},
        )
        try:
            with self.opener.open(request, timeout=30) as response:
                response.read(MAX_ANSWER)
        except urllib.error.HTTPError as error:
            if error.code in (408, 425, 429) or error.code >= 500:
                wait = error.headers.get("Retry-After", "")
                seconds = min(int(wait), 3600) if WHOLE.fullmatch(wait) else 0
                raise Later("the gateway answered " + problem(error), seconds) from None
            raise Refused(problem(error)) from None
        except OSError as error:
            raise Later("the gateway cannot be reached (%s)" % error, 0) from None


def problem(error):
    """Status and words of a problem (RFC 9457)."""
    try:
        said = json.loads(error.read(MAX_ANSWER))
        return "%d: %s" % (error.code, said.get("detail") or said.get("title"))
    except (ValueError, AttributeError, OSError):
        return str(error.code)


def status(code, **more):
    return {"status": dict(more, code=code)}


class Worker(threading.Thread):
    """Takes each task one step further, as long as there is a step to take.

    offered → (claim) → mine → (price) → asked → confirmed → (order, receipt) → gone
                                     └→ refused → (declined) → gone
    """

    def __init__(self, settings, memory, gateway, shop, stopping):
        super().__init__(name="worker")
        self.patience = settings.patience
        self.memory, self.gateway, self.shop, self.stopping = memory, gateway, shop, stopping
        self.news = threading.Event()
        self.steps = {"offered": self.claim, "mine": self.ask, "asked": self.wait, "confirmed": self.order, "refused": self.decline}
        self.due, self.pauses = {}, {}

    def run(self):
        while not self.stopping.is_set():
            self.news.clear()
            for ref, task in self.memory.all():
                if not self.stopping.is_set() and self.due.get(ref, 0) <= time.monotonic():
                    self.step(ref, task)
            self.news.wait(1)

    def step(self, ref, task):
        try:
            self.steps[task["state"]](ref, task)
            self.due.pop(ref, None)
            self.pauses.pop(ref, None)
        except Refused as refusal:
            log("%s: the gateway does not take it: %s" % (ref, refusal))
            self.memory.become(ref, task, None)
        except Later as later:
            self.pause(ref, str(later), later.seconds)
        except Exception as error:  # One bad task must not stop the others.
            self.pause(ref, repr(error), 60)

    def pause(self, ref, why, seconds):
        self.pauses[ref] = min(self.pauses.get(ref, 0.5) * 2, 60)
        wait = max(seconds, self.pauses[ref])
        self.due[ref] = time.monotonic() + wait
        log("%s: %s; tried again in %d s" % (ref, why, wait))

    def become(self, ref, task, state):
        self.memory.become(ref, task, dict(task, state=state))
        self.news.set()

    def claim(self, ref, task):
        # 409 is Refused: somebody was first, and nothing was spent.
        self.gateway.say(task, "claim", status("claimed", eta="2h"))
        log(ref + ": it is mine")
        self.become(ref, task, "mine")

    def ask(self, ref, task):
        if self.shop.ordered(ref):
            # It was ordered before our state was lost: no question, and no second order.
            return self.become(ref, task, "confirmed")
        total = money(sum(item["cents"] for item in task["items"]))
        goods = ", ".join("%d %s" % (item["quantity"], item["name"]) for item in task["items"])
        question = status(
            "needs_confirmation",
            action="Order %s at Corner Shop" % goods,
            consequences="%s is charged to the card on file; delivered within two hours" % total,
            reversible=False,
        )
        self.gateway.say(task, "price", question)
        log("%s: asked whether %s is right" % (ref, total))
        asked = dict(task, state="asked", until=int(time.time()) + self.patience)
        self.memory.become(ref, task, asked)

    def wait(self, ref, task):
        if time.time() > task["until"]:
            self.memory.become(ref, task, dict(task, state="refused", why="Nobody confirmed the price in time."))
            self.news.set()

    def order(self, ref, task):
        order = self.shop.order(ref, task["items"])
        receipt = {"order": order["order"], "items": order["items"], "total": order["total"], "placed": order["placed"]}
        words = "Ordered, %s in all. Order %s." % (order["total"], order["order"])
        content = [words, {"structured": receipt}]
        self.gateway.say(task, "receipt", status("completed"), {"response": {"content": content}})
        log("%s: ordered as %s" % (ref, order["order"]))
        self.memory.become(ref, task, None)

    def decline(self, ref, task):
        self.gateway.say(task, "declined", status("declined", reason=task["why"]))
        log("%s: declined: %s" % (ref, task["why"]))
        self.memory.become(ref, task, None)


class Proxy:
    """Decides what a webhook means. The signed envelope decides, the headers are hints."""

    def __init__(self, settings, memory, shop, worker):
        self.settings, self.memory, self.shop, self.worker = settings, memory, shop, worker

    def hear(self, headers, thread):
        """What it changes is on disk when it returns the MESS list to answer with, empty for none."""
        identity = headers["webhook-id"]
        with self.memory.lock:
            if identity in self.memory.answers:
                # Our answer may have been lost on its way: the same again.
                return self.memory.answers[identity]
            tasks = dict(self.memory.tasks)
            try:
                answer = self.decide(identity, headers, thread)
                self.memory.answers[identity] = answer
                self.memory.save()
            except BaseException:
                self.memory.tasks = tasks
                self.memory.answers.pop(identity, None)
                raise
        self.worker.news.set()
        return answer

    def decide(self, identity, headers, thread):
        envelope, tasks = thread["envelope"], self.memory.tasks
        ref, holder = str(envelope["ref"]), envelope.get("executor")
        known = tasks.get(ref)
        if headers.get("mess-kind") == "test":
            log("a test arrived: the signature is right")
        elif str(envelope.get("status", "")).replace("-", "_") in OVER:
            log(ref + ": over" + (", and ordered already" if self.shop.ordered(ref) else ""))
            tasks.pop(ref, None)
        elif holder is None:
            return self.offered(identity, ref, thread, headers)
        elif holder != self.settings.executor:
            log(ref + ": somebody else has it")
            tasks.pop(ref, None)
        elif known is None or known["state"] == "offered":
            self.mine(identity, ref, thread, headers, known)
        elif known["state"] in ("mine", "asked"):
            self.replied(ref, known, thread, self.respond(headers))
        return []

    def offered(self, identity, ref, thread, headers):
        items = self.shop.find(wish(thread))
        total = sum(item["cents"] for item in items)
        respond = self.respond(headers)
        if not respond:
            return []
        if not items:
            return declined(ref, "We sell none of this.")
        if total > self.settings.limit:
            return declined(ref, "%s is more than we may spend on one task." % money(total))
        if len(self.memory.tasks) >= MAX_TASKS:
            return declined(ref, "Too many orders at the moment.")
        log("%s: %d things for %s" % (ref, len(items), money(total)))
        self.memory.tasks[ref] = {"state": "offered", "respond": respond, "key": identity, "items": items}
        return []

    def mine(self, identity, ref, thread, headers, known):
        """Ours, but not known as such: the answer to our claim was lost, or our state was."""
        respond = self.respond(headers)
        items = known["items"] if known else self.shop.find(wish(thread))
        if respond and items:
            self.memory.tasks[ref] = {"state": "mine", "respond": respond, "key": identity, "items": items}

    def replied(self, ref, task, thread, respond):
        answer = confirmation(thread, self.settings.executor)
        task = dict(task, respond=respond or task["respond"])  # The newest link lasts longest.
        if answer is True:
            log(ref + ": confirmed")
            self.memory.tasks[ref] = dict(task, state="confirmed")
        elif answer is False:
            log(ref + ": not confirmed")
            self.memory.tasks[ref] = dict(task, state="refused", why="The price was not confirmed; nothing was ordered.")

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


def declined(ref, reason):
    log("%s: declined: %s" % (ref, reason))
    return [status("declined", reason=reason)]


def entries(thread, sender, kind):
    """Position and value of each entry of that kind that the sender said."""
    for position, message in enumerate(thread["messages"]):
        if message.get("from") == sender:
            for entry in message.get("MESS") or []:
                if isinstance(entry, dict) and isinstance(entry.get(kind), dict):
                    yield position, entry[kind]


def wish(thread):
    """What is asked for, in words."""
    words = []
    for _, request in entries(thread, thread["envelope"].get("requestor"), "request"):
        words.append(str(request.get("intent", "")))
        words += [entry for entry in request.get("context") or [] if isinstance(entry, str)]
    return "\n".join(words)


def confirmation(thread, executor):
    """The last yes or no of the one who asked for the goods, after our last question; None while there is none.

    Only true is a yes: money depends on it.
    """
    asked = [at for at, said in entries(thread, executor, "status") if said.get("code") == "needs_confirmation"]
    replies = entries(thread, thread["envelope"].get("requestor"), "reply")
    answers = [said["confirm"] for at, said in replies if asked and at > asked[-1] and isinstance(said.get("confirm"), bool)]
    return answers[-1] if answers else None


class Door(BaseHTTPRequestHandler):
    """Lets in what is signed, and answers at once."""

    timeout = 10
    proxy, keys = None, []

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
            answer = self.proxy.hear(self.headers, self.thread(body))
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
    memory, shop = Memory(settings.state), Shop(settings.orders)
    worker = Worker(settings, memory, Gateway(), shop, stopping)
    Door.proxy, Door.keys = Proxy(settings, memory, shop, worker), settings.keys
    try:
        server = Server((settings.host, settings.port), Door)
    except OSError as error:
        sys.exit("shop-proxy: cannot listen on %s:%d (%s): set HOST and PORT" % (settings.host, settings.port, error))

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
