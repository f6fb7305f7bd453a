import { clientOf, expect, test } from '../journey.ts';

test('a visitor reads, counts, filters and changes a table and calls a function without grants', async ({ open }) => {
  const page = await open();
  const employees = page.getByRole('list', { name: 'Employees' }).getByRole('listitem');
  await expect(page.getByText('3 found')).toBeVisible();
  await expect(employees).toHaveText(['Erlich Bachman, Hooli', 'Monica Hall, Hooli']);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(employees).toHaveText(['Richard Hendricks, Hooli']);

  const search = async (text: string) => {
    await page.getByLabel('Name or email').fill(text);
    await page.getByRole('button', { name: 'Search' }).click();
  };
  await search('hall');
  await expect(employees).toHaveText(['Monica Hall, Hooli']);
  await search('r@example.com');
  await expect(employees).toHaveText(['Richard Hendricks, Hooli']);
  await expect(page.getByText('1 found')).toBeVisible();

  await page.getByLabel('Name', { exact: true }).fill('Monica Hall');
  await page.getByLabel('Email', { exact: true }).fill('m@example.com');
  await page.getByLabel('Department').fill('Raviga');
  await page.getByRole('button', { name: 'Save' }).click();
  await search('hall');
  await expect(employees).toHaveText(['Monica Hall, Raviga']);
  await page.getByLabel('People of').fill('Raviga');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('list', { name: 'Raviga' }).getByRole('listitem')).toHaveText(['Monica Hall']);

  const none = await (await clientOf(page)).evaluate((client) => client.from('employees').select().eq('name', 'Nobody').single());
  expect(none.error?.code).toBe('PGRST116');
});
