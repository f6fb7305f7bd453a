import type { Session } from '@supabase/supabase-js';
import { useCallback, useEffect, useState } from 'react';
import { supabase } from '../page/client';
import { formText } from '../page/formText';
import { show } from '../page/show';
import { SignedIn } from '../page/SignedIn';
import { useQuery } from '../page/useQuery';

interface Channel {
  readonly id: number;
  readonly slug: string;
}

/** Calls `load` when rows of a table change. True once the server sends the changes. */
function useChanges(table: string, filter: string | undefined, load: () => Promise<void>): boolean {
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    const changes = { event: '*', schema: 'public', table, ...(filter && { filter }) } as const;
    const channel = supabase
      .channel(`${table} ${filter ?? ''}`)
      .on('postgres_changes', changes, () => void load())
      .on('system', {}, () => {
        setLive(true);
        // Rows may have changed since they were read.
        void load();
      })
      .subscribe();
    return () => void supabase.removeChannel(channel);
  }, [table, filter, load]);
  return isLive;
}

const allChannels = () => supabase.from('channels').select('id, slug').order('slug');

function Chat({ session: { access_token: token, user } }: { readonly session: Session }) {
  const { rows, error, run, load } = useQuery<Channel>(allChannels);
  const isLive = useChanges('channels', undefined, load);
  const [slug, setSlug] = useState<string>();
  const [role, setRole] = useState<string>();
  useEffect(() => void supabase.auth.getClaims(token).then(({ data }) => setRole(data?.claims['user_role'] as string)), [token]);
  const shown = rows?.find((channel) => channel.slug === slug);
  return (
    <>
      <p>Role: {role ?? 'member'}</p>
      <p role="status">{isLive ? 'Connected' : 'Connecting'}</p>
      <nav>
        {rows?.map((channel) => (
          <div key={channel.id}>
            <button type="button" onClick={() => setSlug(channel.slug)}># {channel.slug}</button>
            {role === 'admin' && <button type="button" aria-label={`Delete ${channel.slug}`} onClick={() => void run(supabase.from('channels').delete().eq('id', channel.id))}>×</button>}
          </div>
        ))}
      </nav>
      <form action={(form) => run(supabase.from('channels').insert({ slug: formText(form, 'slug'), created_by: user.id }))}>
        <label>New channel <input name="slug" /></label>
        <button type="submit">Create</button>
      </form>
      <p role="alert">{error}</p>
      {shown && <Messages key={shown.id} channel={shown} userId={user.id} />}
    </>
  );
}

interface Message {
  readonly id: number;
  readonly message: string;
  readonly author: { readonly username: string };
}

function Messages({ channel, userId }: { readonly channel: Channel; readonly userId: string }) {
  const { id, slug } = channel;
  const all = useCallback(
    () => supabase.from('messages').select('id, message, author:user_id(username)').eq('channel_id', id).order('id').overrideTypes<Message[], { merge: false }>(),
    [id],
  );
  const { rows, error, run, load } = useQuery<Message>(all);
  const isLive = useChanges('messages', `channel_id=eq.${id}`, load);
  return (
    <section aria-label={slug} aria-busy={!isLive}>
      <h1># {slug}</h1>
      <ul>{rows?.map(({ id: key, message, author }) => <li key={key}><b>{author.username}</b> {message}</li>)}</ul>
      <form action={(form) => run(supabase.from('messages').insert({ message: formText(form, 'message'), channel_id: id, user_id: userId }))}>
        <label>Message <input name="message" /></label>
        <button type="submit">Send</button>
      </form>
      <p role="alert">{error}</p>
    </section>
  );
}

show(<SignedIn>{(session) => <Chat session={session} />}</SignedIn>);
