import { setupServer } from 'msw/node';

/** The mock backend. A test registers handlers with `backend.use`; a request without a handler fails the test. */
export const backend = setupServer();
