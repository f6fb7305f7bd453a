import { setupServer } from 'msw/node';

/** The backend of a test: it answers what the test says and fails on any call that it did not foresee. */
export const backend = setupServer();
