// The journeys of a traveller and of an owner, step by step, in any language: `scripts/shots.ts` takes a picture of each
// step.
import type { Locator, Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { DEFAULT_LANGUAGE, pathInLanguage, type Language } from '../src/i18n/language.ts';

/** Takes a picture of the page and gives it this name. */
type Shoot = (name: string) => Promise<void>;
type Journey = (page: Page, language: Language, shoot: Shoot) => Promise<void>;

export const JOURNEYS: Readonly<Record<string, Journey>> = { traveller, owner };

/** The time in which a debug build stores and decodes photos, or starts a function. */
const WORK = { timeout: 60_000 };

/** Home, calendar, results, hotel, its room for the dates, booking, confirmation. */
async function traveller(page: Page, language: Language, shoot: Shoot): Promise<void> {
  const search = dictionary(language, 'search');
  const hotel = dictionary(language, 'hotel-detail');
  await open(page, '/', language);
  await shoot('home');

  const form = page.getByRole('main').getByRole('search');
  await form.getByRole('combobox').first().pressSequentially('Calv');
  await form.getByRole('option').first().click();
  await form.getByRole('button', { name: search('dates.label') }).click();
  const calendar = page.getByRole('dialog');
  await calendar.getByRole('button', { name: search('calendar.nextMonth') }).click();
  const days = calendar.getByRole('table').first().getByRole('button');
  await days.nth(9).click();
  await shoot('calendar');
  await days.nth(12).click();
  await calendar.waitFor({ state: 'hidden' });
  await form.locator('[type=submit]').click();
  await page.waitForURL(/\/search\?/);
  const results = page.getByRole('list', { name: search('results.listLabel') });
  await results.getByRole('heading').first().waitFor();
  await shoot('results');

  await results.getByRole('heading').first().getByRole('link').click();
  await page.waitForURL(/\/hotel-detail\?/);
  await page.getByRole('button', { name: hotel('rates.see') }).click();
  const book = page.getByRole('link', { name: hotel('rates.book') });
  await book.waitFor();
  await shoot('hotel');

  await book.click();
  await page.waitForURL(/\/booking-confirmation\?/);
  await page.locator('main [type=submit]').click();
  await shoot('booking-errors');
  for (const [name, text] of Object.entries({ firstName: 'Marie', lastName: 'Dumas', email: 'marie.dumas@example.com', phone: '0612345678' })) {
    await page.locator(`input[name="${name}"]`).fill(text);
  }
  for (const [field, text] of Object.entries({ 'cc-number': '4242424242424242', 'cc-exp': '1229', 'cc-csc': '123', 'cc-name': 'MARIE DUMAS' })) {
    await page.locator(`input[autocomplete="${field}"]`).pressSequentially(text);
  }
  await shoot('booking');
  await page.locator('main [type=submit]').click();
  await page.waitForURL(/\/booking-success\?/);
  await shoot('confirmation');
}

/** The partners' page, the form with errors and filled in, the application before and after approval, its hotel. */
async function owner(page: Page, language: Language, shoot: Shoot): Promise<void> {
  const partners = dictionary(language, 'partners');
  const admin = dictionary(language, 'admin');
  const property = `Casa Serena ${crypto.randomUUID().slice(0, 4)}`;
  await open(page, '/partners', language);
  await shoot('partners');

  await page.getByRole('button', { name: partners('apply') }).first().click();
  const form = page.getByRole('dialog');
  const send = form.getByRole('button', { name: partners('form.submit') });
  await send.click();
  await shoot('form-errors');
  const texts = {
    firstName: 'Lucia',
    lastName: 'Santoni',
    email: 'lucia.santoni@example.com',
    phone: '06 11 22 33 44',
    propertyName: property,
    address: '3 chemin du Moulin',
    city: 'Sartène',
    description: 'Quatre chambres dans une maison de granit, au-dessus des oliviers.',
    numberOfRooms: '4',
    maxGuests: '9',
    pricePerNight: '95',
  };
  for (const [name, text] of Object.entries(texts)) await form.locator(`[name="${name}"]`).fill(text);
  await form.locator('select[name="propertyType"]').selectOption('guest_house');
  for (const value of ['double', 'family']) await form.locator(`input[value="${value}"]`).check({ force: true });
  for (const value of ['wifi', 'sea_view']) await form.locator(`input[value="${value}"]`).check({ force: true });
  await form.locator('input[type=file]').setInputFiles(await Promise.all(['#b04e3a', '#14809a', '#f5e4bd'].map(photo)));
  await form.getByRole('img').nth(2).waitFor();
  await shoot('form');
  await send.click();
  await page.waitForURL(/\/admin$/, WORK);
  await form.waitFor({ state: 'hidden' });
  await shoot('sent');

  await page.locator('input[autocomplete="username"]').fill(process.env['ADMIN_USERNAME'] ?? '');
  await page.locator('input[autocomplete="current-password"]').fill(process.env['ADMIN_PASSWORD'] ?? '');
  await page.locator('main form [type=submit]').click();
  const application = page.getByRole('article', { name: property });
  await picturesOf(application);
  await shoot('application');
  await application.getByRole('button', { name: admin('decision.approve') }).click();
  const hotel = application.getByRole('link', { name: admin('applications.hotel') });
  await hotel.waitFor(WORK);
  await shoot('approved');
  await page.getByRole('tab').nth(1).click();
  await page.getByRole('main').getByRole('searchbox').fill(property);
  await picturesOf(page.getByRole('article', { name: property }));
  await shoot('images');

  await page.getByRole('tab').first().click();
  await hotel.click();
  await page.getByRole('heading', { level: 1, name: property }).waitFor();
  await shoot('hotel');
}

async function open(page: Page, path: string, language: Language): Promise<void> {
  await page.goto(pathInLanguage(path, language));
  await page.locator('#root[aria-busy]').waitFor({ state: 'detached' });
}

/** Waits until the first picture of a part is loaded. */
async function picturesOf(part: Locator): Promise<void> {
  await part.getByRole('img').first().waitFor(WORK);
}

/** Returns a function for the texts of a dictionary, by the path of their key. */
function dictionary(language: Language, namespace: string): (key: string) => string {
  const read = (code: Language): unknown => JSON.parse(readFileSync(new URL(`../src/i18n/${code}/${namespace}.json`, import.meta.url), 'utf8'));
  const find = (texts: unknown, key: string) =>
    key.split('.').reduce<unknown>((part, name) => (typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined), texts);
  const [own, french] = [read(language), read(DEFAULT_LANGUAGE)];
  return (key) => {
    const text = find(own, key) ?? find(french, key);
    if (typeof text !== 'string') throw new Error(`${namespace}.json has no text ${key}`);
    return text;
  };
}

/** A photo of the size of a phone's, with a horizon. */
async function photo(colour: string, index: number) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"><rect width="1600" height="1200" fill="#bfe3ee"/><rect y="700" width="1600" height="500" fill="${colour}"/></svg>`;
  return { name: `photo-${index}.jpg`, mimeType: 'image/jpeg', buffer: await sharp(Buffer.from(svg)).jpeg().toBuffer() };
}
