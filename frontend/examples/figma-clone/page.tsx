import { REALTIME_SUBSCRIBE_STATES, type RealtimeChannel } from '@supabase/supabase-js';
import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { supabase } from '../page/client';
import { formText } from '../page/formText';
import { show } from '../page/show';
import { SignedIn } from '../page/SignedIn';

interface Cursor {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** The board of a project: who is here, and where their pointers are. */
function Board({ projectId, name }: { readonly projectId: string; readonly name: string }) {
  const channel = useRef<RealtimeChannel>(null);
  const [state, setState] = useState<string>();
  const [people, setPeople] = useState<readonly string[]>([]);
  const [cursors, setCursors] = useState<Readonly<Record<string, Cursor>>>({});
  useEffect(() => {
    const joining = supabase.channel(projectId, { config: { private: true, presence: { key: name } } });
    joining
      .on<Cursor>('broadcast', { event: 'cursor' }, ({ payload }) => setCursors((known) => ({ ...known, [payload.name]: payload })))
      .on('presence', { event: 'sync' }, () => setPeople(Object.keys(joining.presenceState()).toSorted()))
      .subscribe((changed) => {
        setState(changed);
        if (changed === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) void joining.track({ name });
      });
    channel.current = joining;
    return () => void supabase.removeChannel(joining);
  }, [projectId, name]);

  const sendCursor = ({ nativeEvent }: PointerEvent) => {
    const payload: Cursor = { name, x: nativeEvent.offsetX, y: nativeEvent.offsetY };
    void channel.current?.send({ type: 'broadcast', event: 'cursor', payload });
  };
  if (state === REALTIME_SUBSCRIBE_STATES.CHANNEL_ERROR) return <p role="alert">You are not a member of this project.</p>;
  return (
    <>
      <ul aria-label="People here">{people.map((person) => <li key={person}>{person}</li>)}</ul>
      <figure aria-label="Board" onPointerMove={sendCursor} style={{ position: 'relative', width: 600, height: 400, background: 'lavender' }}>
        {people.map((person) => cursors[person] && <Pointer key={person} cursor={cursors[person]} />)}
      </figure>
      <Invitation projectId={projectId} />
    </>
  );
}

function Pointer({ cursor: { name, x, y } }: { readonly cursor: Cursor }) {
  return <output style={{ position: 'absolute', left: x, top: y, pointerEvents: 'none' }}>{name}</output>;
}

function Invitation({ projectId }: { readonly projectId: string }) {
  const [outcome, setOutcome] = useState<string>();
  const invite = async (form: FormData) => {
    const { data } = await supabase.from('profiles').select('id').eq('username', formText(form, 'username')).maybeSingle();
    if (!data) return setOutcome('Nobody has this name.');
    const { error } = await supabase.from('project_members').insert({ profile_id: data.id, project_id: projectId });
    return setOutcome(error?.message ?? 'Invited');
  };
  return (
    <form action={invite}>
      <label>Username <input name="username" /></label>
      <button type="submit">Invite</button>
      <p role="status">{outcome}</p>
    </form>
  );
}

/** The project is in the address, so that it can be passed on. */
function Projects({ name }: { readonly name: string }) {
  const [projectId, setProjectId] = useState(location.hash.slice(1));
  const create = async () => {
    const { data } = await supabase.rpc('create_new_project');
    location.hash = data;
    setProjectId(data);
  };
  if (projectId) return <Board projectId={projectId} name={name} />;
  return <button type="button" onClick={() => void create()}>New project</button>;
}

show(<SignedIn nameKey="username">{({ user }) => <Projects name={user.user_metadata['username']} />}</SignedIn>);
