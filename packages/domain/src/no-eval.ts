import { config } from 'zod';

/**
 * Imported before anything that declares a shape: no shape then tries whether it may make functions out of text. The
 * policy of the console forbids that, and reports every try.
 */
config({ jitless: true });
