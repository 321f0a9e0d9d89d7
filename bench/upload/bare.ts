/** The peer: `@tus/server` with its store of files, as its documentation starts it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import { answerQuestions } from '../process.ts';

answerQuestions(async ({ folder }: { folder: string }): Promise<string> => {
  const tus = new Server({ path: '/files', datastore: new FileStore({ directory: folder }) });
  const http = createServer((request, response) => void tus.handle(request, response));
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/files`;
});
