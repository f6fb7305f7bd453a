import { corsHeaders } from '../_shared/cors.ts';

/** Tasks by REST, as the caller: its token goes on to the database. */
Deno.serve(async (request) => {
  if (request.method === 'OPTIONS') return new Response('ok', { headers: corsHeaders });
  const tasks = `${Deno.env.get('SUPABASE_URL')}/rest/v1/tasks`;
  const headers = {
    apikey: Deno.env.get('SUPABASE_ANON_KEY') ?? '',
    authorization: request.headers.get('authorization') ?? '',
    'content-type': 'application/json',
    prefer: 'return=representation',
  };
  const id = new URLPattern({ pathname: '/restful-tasks/:id' }).exec(request.url)?.pathname.groups.id;
  const address = id ? `${tasks}?id=eq.${id}` : tasks;
  const body = ['POST', 'PUT'].includes(request.method) ? JSON.stringify((await request.json()).task) : undefined;
  const method = request.method === 'PUT' ? 'PATCH' : request.method;
  const answer = await fetch(address, { method, headers, body });
  return Response.json({ tasks: await answer.json() }, { status: answer.status, headers: corsHeaders });
});
