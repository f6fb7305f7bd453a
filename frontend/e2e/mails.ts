import { expect, type APIRequestContext } from '@playwright/test';

/** The mails that the stack's mail catcher has for an address. */
export async function mailsTo(request: APIRequestContext, email: string) {
  const response = await request.get(`${process.env['MAILPIT_URL']}/api/v1/search`, { params: { query: `to:${email}` } });
  const { messages }: { messages: { ID: string }[] } = await response.json();
  return messages;
}

/** The link in the one mail to an address. */
export async function mailedLink(request: APIRequestContext, email: string): Promise<string> {
  await expect.poll(() => mailsTo(request, email)).toHaveLength(1);
  const [mail] = await mailsTo(request, email);
  const response = await request.get(`${process.env['MAILPIT_URL']}/api/v1/message/${mail?.ID}`);
  const { HTML }: { HTML: string } = await response.json();
  const link = /href="([^"]+\/auth\/v1\/verify[^"]+)"/.exec(HTML)?.[1];
  expect(link, HTML).toBeDefined();
  return (link ?? '').replaceAll('&amp;', '&');
}
