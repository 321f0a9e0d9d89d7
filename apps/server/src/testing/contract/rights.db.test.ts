import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allCalls, calls, extraPaths, firstRoleKeys, firstRoles, type CallDeclaration } from '@eyrie/domain';
import { plainBody } from './bodies.ts';
import { tryAll } from './by-id.ts';
import { expectDecent, receive } from './send.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const nameOf = ({ method, path }: CallDeclaration): string => `${method} ${path}`;
/** Reasons of the guard, which nothing else gives. */
const guarded = ['notSignedIn', 'notAllowed', 'mustChangePassword'];
const bodyOf = (declaration: CallDeclaration) => plainBody(declaration.request, randomUUID());

const people = [...firstRoleKeys, 'nobody'] as const;
type Person = (typeof people)[number];
const mayAsk = ({ permission }: CallDeclaration, person: Person): boolean => {
  const held: readonly string[] = person === 'nobody' ? [] : firstRoles[person];
  return typeof permission === 'string' || permission.some((one) => held.includes(one));
};
/** Of the values, one that the place in the table chooses, so that every value is tried on many calls. */
const oneOf = <Value>(values: readonly Value[], at: number): Value[] =>
  values.length === 0 ? [] : [values[at % values.length] as Value];
/** One person who is let in and one who is not; the long proof asks as everybody. */
const peopleFor = (declaration: CallDeclaration, at: number): readonly Person[] =>
  tryAll
    ? people
    : [true, false].flatMap((may) =>
        oneOf(
          people.filter((person) => mayAsk(declaration, person) === may),
          at,
        ),
      );

describe.each(allCalls.map((one, at) => [nameOf(one), one, at] as const))('%s', (name, declaration, at) => {
  const { permission } = declaration;
  const ask = async (token: string | null) => {
    const sent = await world.send(declaration, token, bodyOf(declaration));
    expectDecent(sent, name);
    return sent.status === 200 ? 'done' : (sent.body.data.reason as string);
  };

  it('is open to nobody without a session, and to nobody with an invented or ended one', async () => {
    const strangers = ['invented', 'x'.repeat(4_000), world.south.tokens.disabled];
    for (const token of [null, ...(tryAll ? strangers : oneOf(strangers, at))]) {
      const reason = await ask(token);
      if (permission === 'public') expect(guarded).not.toContain(reason);
      else expect(reason).toBe('notSignedIn');
    }
  });

  it('waits until a member has changed the first password', async () => {
    const token =
      declaration === calls.session.logout
        ? await world.tokenOf('south-mustChange')
        : world.south.tokens.mustChange;
    const open = permission === 'public' || declaration.whileMustChange === true;
    const reason = await ask(token);
    if (open) expect(guarded).not.toContain(reason);
    else expect(reason).toBe('mustChangePassword');
  });

  it.each(peopleFor(declaration, at))('is given to %s as declared', async (person) => {
    const token =
      declaration === calls.session.logout
        ? await world.tokenOf(`south-${person}`)
        : world.south.tokens[person];
    const allowed = mayAsk(declaration, person);
    const reason = await ask(token);
    if (allowed) expect(guarded).not.toContain(reason);
    else expect(reason).toBe('notAllowed');
  });
});

describe('outside the calls', () => {
  it.each(
    extraPaths
      .filter(({ permission }) => permission !== 'public')
      .map((one) => [`${one.method} ${one.path}`, one] as const),
  )('%s is closed to strangers', async (_name, { method, path }) => {
    const sent = await receive(
      fetch(`${world.server.running.url}${path.replace('{id}', 'a/b')}`, {
        method,
        headers: { authToken: 'invented' },
      }),
    );
    expect([401, 403, 404, 426]).toContain(sent.status);
    expect(sent.text).not.toMatch(/uavdock/);
  });

  it('answers what nobody declared with 404', async () => {
    for (const path of [
      '/nebula-five/uavdock/explode.rest',
      '/admisAuth/x.rest',
      '/nebula-five/uavdock/query',
      '/debug',
      '/.env',
      '/assets/../package.json',
    ]) {
      const sent = await receive(fetch(`${world.server.running.url}${path}`));
      expect(sent.status, path).toBe(404);
    }
  });
});
