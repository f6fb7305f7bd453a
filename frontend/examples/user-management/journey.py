"""The journey of this example by supabase-py: `just examples-python` starts the stack and sets API_URL and ANON_KEY."""

import asyncio
import os
from uuid import uuid4

from supabase import AsyncClient, AuthApiError, acreate_client, create_client

URL, KEY = os.environ["API_URL"], os.environ["ANON_KEY"]
PASSWORD = "brocciu e fiadone"


def accounts_tables_and_files() -> None:
    client = create_client(URL, KEY)
    email = f"{uuid4()}@example.com"
    user = client.auth.sign_up(
        {"email": email, "password": PASSWORD, "options": {"data": {"full_name": "Ange Leca"}}}
    ).user
    profile = client.table("profiles").select("full_name").eq("id", user.id).single().execute()
    assert profile.data == {"full_name": "Ange Leca"}
    changed = client.table("profiles").upsert({"id": user.id, "username": uuid4().hex[:8]}).execute()
    assert changed.data[0]["full_name"] == "Ange Leca"
    assert client.table("profiles").select("*", count="exact").execute().count >= 1

    avatars = client.storage.from_("avatars")
    path = f"{user.id}/avatar.txt"
    avatars.upload(path, b"avatar", {"content-type": "text/plain"})
    assert avatars.download(path) == b"avatar"
    assert [file["name"] for file in avatars.list(user.id)] == ["avatar.txt"]

    assert client.auth.refresh_session().session.user.id == user.id
    client.auth.sign_out()
    try:
        client.auth.sign_in_with_password({"email": email, "password": "another"})
        raise AssertionError("a wrong password was accepted")
    except AuthApiError as error:
        assert error.code == "invalid_credentials"


async def join(client: AsyncClient, name: str, on_cursor=lambda payload: None):
    joined = asyncio.Event()
    channel = client.channel(name)
    channel.on_broadcast("cursor", on_cursor)
    await channel.subscribe(lambda status, error: joined.set())
    await joined.wait()
    return channel


async def channels() -> None:
    sender, receiver = await acreate_client(URL, KEY), await acreate_client(URL, KEY)
    arrived = asyncio.get_running_loop().create_future()
    await join(receiver, "room", lambda message: arrived.set_result(message["payload"]))
    channel = await join(sender, "room")
    await channel.send_broadcast("cursor", {"x": 3})
    assert await arrived == {"x": 3}
    await asyncio.gather(sender.remove_all_channels(), receiver.remove_all_channels())


accounts_tables_and_files()
asyncio.run(asyncio.wait_for(channels(), 30))
print("supabase-py: accounts, tables, files and channels work")
