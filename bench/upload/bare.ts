/** The peer: `@tus/server` with its store of files, as its documentation starts it; or with what it takes on the disk before it answers. */
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import { answerQuestions } from '../process.ts';

class SyncedStore extends FileStore {
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const written = await super.write(readable, id, offset);
    const file = await open(join(this.directory, id), 'r+');
    try {
      await file.datasync();
    } finally {
      await file.close();
    }
    return written;
  }
}

answerQuestions(async ({ folder, synced }: { folder: string; synced: boolean }): Promise<string> => {
  const Store = synced ? SyncedStore : FileStore;
  const tus = new Server({ path: '/files', datastore: new Store({ directory: folder }) });
  const http = createServer((request, response) => void tus.handle(request, response));
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/files`;
});
