import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { answerBrokenRequest } from './broken-request.ts';

const tooSlow = Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/** As much of a socket as is looked at, and what became of it. */
const socketThatRead = (bytesRead: number) => {
  const seen = { written: '', destroyed: false };
  const socket = {
    bytesRead,
    writable: true,
    destroyed: false,
    end: (text: string) => void (seen.written = text),
    destroy: () => void (seen.destroyed = true),
  };
  return { seen, socket: socket as unknown as Socket };
};

describe('a connection that brings no whole request in time', () => {
  it('is told so when it brought a part of one', () => {
    const { seen, socket } = socketThatRead(20);
    answerBrokenRequest({})(tooSlow, socket);
    expect(seen.written).toContain('HTTP/1.1 400 Bad Request');
    expect(seen.written).toContain('x-correlation-id');
  });

  it('is closed without a word when it brought nothing: the next request on it must not get our answer', () => {
    const { seen, socket } = socketThatRead(0);
    answerBrokenRequest({})(tooSlow, socket);
    expect(seen).toEqual({ written: '', destroyed: true });
  });
});
