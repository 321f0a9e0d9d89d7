import { calls, type CallDeclaration } from '@eyrie/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caller } from './caller.fixture.ts';
import type { Caller } from './endpoint.ts';
import { viewAsRole } from './view-as.ts';

const oid = '0190a1b2-0000-7000-8000-000000000001';
const view = (
  who: Caller | null,
  header: string | string[] | undefined,
  declaration: CallDeclaration = calls.route.query,
  rights: readonly string[] | null = ['/RoutePlanning', 'route:edit'],
) =>
  viewAsRole({ headers: { viewasrole: header } }, declaration, who, async (_, asked) =>
    asked === oid ? rights : null,
  );
const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error as { reason: string }).reason,
  );

describe('a look through a role', () => {
  const admin = caller(['/RoleManagement', '/RoutePlanning', 'dock:edit']);

  it('shows what both the caller and the role may do', async () => {
    expect([...((await view(admin, oid))?.resources ?? [])]).toEqual(['/RoutePlanning']);
  });

  it('never shows more than one’s own', async () => {
    const rights = fc.array(fc.string());
    await fc.assert(
      fc.asyncProperty(rights, rights, async (own, role) => {
        const who = caller(['/RoleManagement', ...own]);
        const seen = (await view(who, oid, calls.route.query, role))?.resources ?? new Set();
        expect([...seen].filter((one) => !who.resources.has(one) || !role.includes(one))).toEqual([]);
      }),
    );
  });

  it('is nothing without the header, for strangers, and on public calls', async () => {
    expect(await view(admin, undefined)).toBe(admin);
    expect(await view(null, oid)).toBe(null);
    expect(await view(admin, oid, calls.session.login)).toBe(admin);
  });

  it('changes nothing, whatever the role may do', async () => {
    const changes = [
      calls.route.edit,
      calls.command.returnHome,
      calls.lease.take,
      calls.session.logout,
      calls.role.grant,
    ];
    for (const declaration of changes) expect(await reasonOf(view(admin, oid, declaration))).toBe('viewOnly');
  });

  it('takes the live link along', async () => {
    expect(await reasonOf(view(admin, oid, calls.appearance.screenConfig))).toBe('done');
  });

  it('is for those who manage roles, through roles they see', async () => {
    expect(await reasonOf(view(caller(['role:edit']), oid))).toBe('notAllowed');
    for (const odd of ['', 'x', '*', oid.slice(1), oid.replace('1', '2'), [oid, oid]])
      expect(await reasonOf(view(admin, odd))).toBe('notFound');
  });
});
