import { newKey } from './http.ts';

/** A lease belongs to one tab, and its orders name it; a reload is a new tab and takes control afresh. */
export const tabId = newKey();
