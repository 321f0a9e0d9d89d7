import { dockCalls } from '@eyrie/domain';
import { afterEach, expect, test, vi } from 'vitest';
import { call, callFirst, holdCalls, onRefused } from './http.ts';
import { setToken } from './token.ts';

// The true one writes on a page.
vi.mock('./language.ts', () => ({ currentLanguage: () => 'en' }));

afterEach(() => {
  holdCalls(false);
  setToken(null);
  vi.unstubAllGlobals();
});

const refusal = (): Response =>
  Response.json({ code: 401, message: '', data: { reason: 'notSignedIn' } }, { status: 401 });

test('while a session is being ended only the call that ends it goes out', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (input: string) => {
    asked.push(input);
    return Response.json({ code: 200, message: 'ok', data: { ok: true } });
  });
  holdCalls(true);
  const answered = vi.fn<(error: unknown) => void>();
  void call(dockCalls.query, {}, { toast: false }).then(answered, answered);
  await callFirst('sessionCalls', 'logout', {}, { toast: false, last: true });
  expect(asked).toEqual([expect.stringContaining('logout')]);
  expect(answered).not.toHaveBeenCalled();
  // Who signs in next must not wait for it.
  holdCalls(false);
  await vi.waitFor(() =>
    expect(answered).toHaveBeenCalledWith(expect.objectContaining({ name: 'AbortError' })),
  );
});

test('a refusal that comes while a session is being ended tells nobody that it was lost', async () => {
  let answer: (response: Response) => void = () => undefined;
  const answers = (): Promise<Response> =>
    new Promise((resolve) => {
      answer = resolve;
    });
  vi.stubGlobal('fetch', answers);
  const refused = vi.fn<() => void>();
  const stop = onRefused(refused);
  setToken('token');
  call(dockCalls.query, {}, { toast: false }).catch(() => undefined);
  holdCalls(true);
  answer(refusal());
  // One that is not held passes behind it.
  vi.stubGlobal('fetch', async () => Response.json({ code: 200, message: 'ok', data: { ok: true } }));
  await callFirst('sessionCalls', 'logout', {}, { toast: false, last: true });
  expect(refused).not.toHaveBeenCalled();
  holdCalls(false);
  vi.stubGlobal('fetch', async () => refusal());
  await expect(call(dockCalls.query, {}, { toast: false })).rejects.toMatchObject({ reason: 'notSignedIn' });
  expect(refused).toHaveBeenCalledTimes(1);
  stop();
});
