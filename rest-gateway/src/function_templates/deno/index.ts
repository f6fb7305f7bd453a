// Deno serves this function at /functions/v1/NAME. Call it with a JSON object such as {"name":"Ange"}.

Deno.serve(async (request) => {
  const { name } = await request.json().catch(() => ({}));
  return Response.json({ message: `Hello ${name ?? "world"}!` });
});
