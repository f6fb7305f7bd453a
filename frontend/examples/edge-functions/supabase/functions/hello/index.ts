import { serve } from 'https://deno.land/std@0.168.0/http/server.ts';
import { corsHeaders } from '../_shared/cors.ts';

serve(async (request) => {
  if (request.method === 'OPTIONS') return new Response('ok', { headers: corsHeaders });
  const { name } = await request.json();
  return Response.json({ message: `Hello ${name}!` }, { headers: corsHeaders });
});
