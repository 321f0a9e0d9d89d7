import { expect, test } from 'vitest';
import { childEnvironment } from './environment.ts';

const own = { PATH: '/bin', TZ: 'UTC', MALLOC_ARENA_MAX: '2', EYRIE_DATABASE_URL: 'postgres://secret' };

test('a child has the settings of the allocator and none of the secrets of the server', () => {
  expect(childEnvironment([], own)).toEqual({ PATH: '/bin', MALLOC_ARENA_MAX: '2' });
});

test('a child has what it asks for by name', () => {
  expect(childEnvironment(['TZ', 'NODE_EXTRA_CA_CERTS'], own)).toEqual({
    PATH: '/bin',
    TZ: 'UTC',
    MALLOC_ARENA_MAX: '2',
  });
});
