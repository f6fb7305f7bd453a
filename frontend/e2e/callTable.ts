import type { BrowserContext, Frame, Request } from '@playwright/test';

/**
 * The requests that the pages may make: the calls of §7, those of one's own account, and pictures; of other hosts, a
 * hotel's map after consent.
 */

interface Call {
  readonly number: number;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string | RegExp;
  /** Required parameters with their values. */
  readonly query?: Readonly<Record<string, RegExp>>;
  /** An optional parameter. */
  readonly optional?: Readonly<Record<string, RegExp>>;
  /** The fields of the JSON body. */
  readonly fields?: readonly string[];
  /** The value of the body's field `action`. */
  readonly action?: string;
  readonly multipart?: boolean;
}

const hotels = '/rest/v1/hotels';
const functions = '/functions/v1';
const account = `${functions}/user-account`;
const auth = '/auth/v1';
const ALL = /^\*$/;

const CALLS: readonly Call[] = [
  { number: 1, method: 'POST', path: `${functions}/user-auth`, action: 'register', fields: ['action', 'email', 'password', 'userData'] },
  { number: 2, method: 'POST', path: `${functions}/user-auth`, action: 'login', fields: ['action', 'email', 'password'] },
  { number: 3, method: 'GET', path: `${functions}/translations`, query: { action: /^get$/, language: /^[a-z]{2}$/ } },
  { number: 4, method: 'POST', path: `${functions}/user-searches`, fields: ['destination', 'checkin', 'checkout', 'guests'] },
  { number: 5, method: 'GET', path: `${functions}/user-searches`, query: { userId: /^.+$/, limit: /^25$/ } },
  { number: 6, method: 'GET', path: hotels, query: { select: ALL, is_active: /^eq\.true$/ }, optional: { limit: /^10$/ } },
  {
    number: 7,
    method: 'POST',
    path: `${functions}/hotel-reviews`,
    fields: ['hotelId', 'hotelName', 'rating', 'reviewTitle', 'reviewText', 'stayDate'],
  },
  { number: 8, method: 'GET', path: `${functions}/hotel-reviews`, query: { hotelId: /^.+$/ } },
  { number: 8, method: 'GET', path: `${functions}/hotel-reviews`, query: { hotelName: /^.+$/ } },
  { number: 9, method: 'GET', path: hotels, query: { select: ALL, id: /^eq\..+$/ } },
  { number: 10, method: 'GET', path: hotels, query: { select: ALL } },
  { number: 11, method: 'GET', path: `${functions}/get-host-applications` },
  { number: 12, method: 'POST', path: `${functions}/update-host-application`, fields: ['applicationId', 'action', 'status'] },
  { number: 13, method: 'POST', path: `${functions}/create-hotel-from-application`, fields: ['applicationId'] },
  { number: 14, method: 'POST', path: `${functions}/upload-hotel-image`, multipart: true },
  { number: 15, method: 'POST', path: `${functions}/submit-host-application`, multipart: true },
  { number: 16, method: 'GET', path: hotels, query: { select: ALL, id: /^in\.\(\d+(,\d+){18}\)$/, order: /^rating\.desc$/ } },
  // The account, after the calls of §7; call 17 is the geocoder.
  { number: 18, method: 'POST', path: `${auth}/recover`, query: { redirect_to: /\/nouveau-mot-de-passe$/ }, fields: ['email'] },
  { number: 19, method: 'PUT', path: `${auth}/user`, fields: ['password'] },
  { number: 19, method: 'PUT', path: `${auth}/user`, query: { redirect_to: /\/compte$/ }, fields: ['email'] },
  { number: 19, method: 'PUT', path: `${auth}/user`, fields: ['password', 'current_password'] },
  { number: 20, method: 'POST', path: `${auth}/logout`, query: { scope: /^(?:local|others)$/ } },
  { number: 21, method: 'GET', path: `${account}/profile` },
  {
    number: 22,
    method: 'PUT',
    path: `${account}/profile`,
    fields: ['firstName', 'lastName', 'phone', 'address', 'city', 'postalCode', 'country'],
  },
  { number: 23, method: 'GET', path: `${account}/sessions` },
  { number: 24, method: 'DELETE', path: /^\/functions\/v1\/user-account\/sessions\/[0-9a-f-]{36}$/ },
  { number: 25, method: 'GET', path: `${account}/export` },
  { number: 26, method: 'POST', path: `${account}/deletion`, fields: ['password'] },
  // The link in a mail, which redirects to a page.
  { number: 27, method: 'GET', path: `${auth}/verify`, query: { token: /^.+$/, type: /^recovery$/, redirect_to: /\/nouveau-mot-de-passe$/ } },
  { number: 27, method: 'GET', path: `${auth}/verify`, query: { token: /^.+$/, type: /^email_change$/, redirect_to: /\/compte$/ } },
  { number: 28, method: 'GET', path: `${auth}/user` },
  { number: 29, method: 'POST', path: `${auth}/factors`, fields: ['factor_type', 'issuer', 'friendly_name'] },
  { number: 30, method: 'DELETE', path: /^\/auth\/v1\/factors\/[0-9a-f-]{36}$/ },
  { number: 31, method: 'POST', path: /^\/auth\/v1\/factors\/[0-9a-f-]{36}\/challenge$/, fields: [] },
  { number: 32, method: 'POST', path: /^\/auth\/v1\/factors\/[0-9a-f-]{36}\/verify$/, fields: ['challenge_id', 'code'] },
];

const PICTURES = '/storage/v1/';
/** The build's files: after an interrupted chunk the page asks whether the server has it. */
const BUILD = '/assets/';
const BACKEND = ['/rest/', '/functions/', '/auth/', '/storage/', '/realtime/', '/graphql/'];
const BY_SCRIPT = new Set(['fetch', 'xhr', 'eventsource', 'websocket', 'ping']);

/** A hotel's map, and the picture with which the page probes whether the map's host is reachable. */
const MAP = /^https:\/\/www\.google\.com\/(?:maps[/?]|favicon\.ico$)/;

interface Asked {
  /** The numbers of the calls made. */
  readonly numbers: Set<number>;
  /** Requests that are not in the table, and requests to other hosts. */
  readonly strangers: string[];
}

/** Records every request of the pages of a context, whose visitor consents to the map or does not. */
export function followRequests(context: BrowserContext, siteAddress = '', consentsToMap = false): Asked {
  const asked: Asked = { numbers: new Set(), strangers: [] };
  const { origin: home } = new URL(siteAddress);
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    const isOurs = origin === home;
    if (!protocol.startsWith('http') || !(isOurs ? isBackendRequest(request) : isStrange(request, consentsToMap))) return;
    const call = isOurs && CALLS.find((one) => isCall(request, one));
    if (call) asked.numbers.add(call.number);
    else asked.strangers.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`.trim());
  });
  return asked;
}

function isBackendRequest(request: Request): boolean {
  const { pathname } = new URL(request.url());
  if (pathname.startsWith(PICTURES) || pathname.startsWith(BUILD)) return false;
  return BY_SCRIPT.has(request.resourceType()) || BACKEND.some((prefix) => pathname.startsWith(prefix));
}

/** A request to another host. */
function isStrange(request: Request, consentsToMap: boolean): boolean {
  return !(consentsToMap && isOfMap(request)) && !isDeparture(request);
}

/** The map, its redirects, and everything that it loads. */
function isOfMap(request: Request): boolean {
  for (let one: Request | null = request; one; one = one.redirectedFrom()) if (MAP.test(one.url())) return true;
  for (let frame = frameOf(request); frame; frame = frame.parentFrame()) if (MAP.test(frame.url())) return true;
  return false;
}

/** A navigation to another site by a link. */
function isDeparture(request: Request): boolean {
  return request.isNavigationRequest() && !frameOf(request)?.parentFrame();
}

/** Null while a window opens. */
function frameOf(request: Request): Frame | null {
  try {
    return request.frame();
  } catch {
    return null;
  }
}

function isCall(request: Request, { method, path, query = {}, optional = {}, fields, action, multipart = false }: Call): boolean {
  const { pathname, searchParams } = new URL(request.url());
  if (request.method() !== method || !(typeof path === 'string' ? pathname === path : path.test(pathname))) return false;
  const known = { ...query, ...optional };
  const parametersFit =
    Object.keys(query).every((name) => searchParams.has(name)) &&
    [...searchParams].every(([name, value]) => known[name]?.test(value));
  if (!parametersFit) return false;
  if (multipart) return request.headers()['content-type']?.startsWith('multipart/form-data;') ?? false;
  if (!fields) return request.postData() === null;
  const body: Record<string, unknown> = request.postDataJSON();
  return sameNames(Object.keys(body), fields) && (action === undefined || body['action'] === action);
}

function sameNames(names: readonly string[], wanted: readonly string[]): boolean {
  return names.length === wanted.length && wanted.every((name) => names.includes(name));
}
