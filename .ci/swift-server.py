"""Runs OpenStack Swift with its S3 API on free ports of the loopback interface, over a temporary folder, with one replica.

Prints `Running on http://HOST:PORT` once it answers, and ends with SIGTERM or with one of its servers.
"""

import getpass
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

from swift.common.ring import RingBuilder

HOST = "127.0.0.1"
SECONDS_TO_START = 110
# Tempauth wants access keys of the form ACCOUNT:USER.
ACCOUNT, USER, SECRET = "test", "tester", "test-secret"

PROXY = f"""
[pipeline:main]
pipeline = healthcheck s3api tempauth bulk slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
[filter:tempauth]
use = egg:swift#tempauth
user_{ACCOUNT}_{USER} = {SECRET} .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
"""


def backend(kind):
    return f"[pipeline:main]\npipeline = {kind}-server\n[app:{kind}-server]\nuse = egg:swift#{kind}\n"


def free_ports(count):
    sockets = [socket.create_server((HOST, 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def write_settings(folder, ports):
    """Writes the settings and the rings. A ring says which servers hold a path: here always the only one."""
    with open(f"{folder}/swift.conf", "w", encoding="utf-8") as file:
        file.write("[swift-hash]\nswift_hash_path_suffix = test\n[storage-policy:0]\nname = default\ndefault = yes\n")
    os.makedirs(f"{folder}/devices/disk")
    for kind, port in ports.items():
        common = {
            "bind_ip": HOST, "bind_port": port, "user": getpass.getuser(), "workers": 0, "swift_dir": folder,
            "devices": f"{folder}/devices", "mount_check": "false", "log_level": "ERROR", "fallocate_reserve": 0,
            # A listing would miss an object whose container was not updated in time: nothing repeats the update here.
            "conn_timeout": 30, "node_timeout": 60, "container_update_timeout": 60,
        }
        default = "".join(f"{name} = {value}\n" for name, value in common.items())
        with open(f"{folder}/{kind}.conf", "w", encoding="utf-8") as file:
            file.write(f"[DEFAULT]\n{default}{PROXY if kind == 'proxy' else backend(kind)}")
        if kind != "proxy":
            ring = RingBuilder(2, 1, 0)
            ring.add_dev({"region": 1, "zone": 1, "ip": HOST, "port": port, "device": "disk", "weight": 1,
                          "replication_ip": HOST, "replication_port": port})
            ring.rebalance()
            ring.get_ring().save(f"{folder}/{kind}.ring.gz")


def answers(port):
    try:
        with urllib.request.urlopen(f"http://{HOST}:{port}/healthcheck", timeout=5):
            return True
    except OSError:
        return False


def run(folder):
    kinds = ["account", "container", "object", "proxy"]
    ports = dict(zip(kinds, free_ports(len(kinds))))
    write_settings(folder, ports)
    programs = os.path.dirname(sys.executable)
    servers = [
        subprocess.Popen([sys.executable, f"{programs}/swift-{kind}-server", f"{folder}/{kind}.conf"]) for kind in kinds
    ]
    try:
        since = time.monotonic()
        while not answers(ports["proxy"]):
            if time.monotonic() - since > SECONDS_TO_START or any(one.poll() is not None for one in servers):
                sys.exit("Swift did not start")
            time.sleep(0.1)
        print(f"Running on http://{HOST}:{ports['proxy']}", flush=True)
        while all(one.poll() is None for one in servers):
            time.sleep(0.5)
        sys.exit("a server of Swift has ended")
    finally:
        for one in servers:
            one.terminate()
        for one in servers:
            one.wait()


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    folder = tempfile.mkdtemp(prefix="swift-")
    try:
        run(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


main()
