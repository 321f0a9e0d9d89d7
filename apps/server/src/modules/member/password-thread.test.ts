import { argon2Sync, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createHashThread } from './password-thread.ts';

const nonce = randomBytes(16);
const parameters = (password: string, tagLength = 32) => ({
  message: Buffer.from(password),
  nonce,
  memory: 1_024,
  passes: 1,
  parallelism: 1,
  tagLength,
});

it('derives what the function itself derives, each answer for its question', async () => {
  const derive = createHashThread();
  const passwords = ['a', 'b', 'c', '密码', ''];
  const tags = await Promise.all(passwords.map((password) => derive(parameters(password))));
  expect(tags).toEqual(passwords.map((password) => argon2Sync('argon2id', parameters(password))));
});

it('goes on after parameters that no hash can have', async () => {
  const derive = createHashThread();
  const [refused, right] = await Promise.allSettled([derive(parameters('a', 1)), derive(parameters('a'))]);
  expect(refused?.status).toBe('rejected');
  expect(right).toMatchObject({ status: 'fulfilled', value: argon2Sync('argon2id', parameters('a')) });
});
