import { departmentCalls, roleCalls, type MemberRecord } from '@eyrie/domain';
import { openMemberFixture } from './members.ts';

/** A department with an administrator of its own, a stranger beside it, and an editor who lacks most rights. */
export async function openMemberRanks() {
  const fixture = await openMemberFixture();
  const makeRole = async (name: string, resourceOIDs: string[], groupOID: string): Promise<string> => {
    const { oid } = await fixture.call<{ oid: string }>(roleCalls.save, { name, type: 'menu', groupOID });
    if (resourceOIDs.length > 0) await fixture.call(roleCalls.grant, { roleOID: oid, resourceOIDs });
    return oid;
  };
  const department = async (name: string): Promise<string> =>
    (await fixture.call<{ oid: string }>(departmentCalls.save, { name })).oid;

  const [branch, beside] = [await department('branch'), await department('beside')];
  const below = await fixture.person('below', {
    groupOID: branch,
    roleOIDs: [await fixture.first('administrator')],
  });
  const rights = ['/OrganizationStructure', '/RoleManagement', 'member:edit', 'role:edit'];
  const editorRole = await makeRole('editors', rights, fixture.root);
  const branchRole = await makeRole('branch watchers', ['/DeviceAll'], branch);
  const editor = await fixture.person('editor', { roleOIDs: [editorRole] });

  return {
    fixture,
    branch,
    beside,
    below,
    editor,
    editorRole,
    branchRole,
    makeRole,
    find: async (account: string): Promise<MemberRecord | undefined> =>
      (
        await fixture.call<{ list: MemberRecord[] }>(departmentCalls.members, {
          below: true,
          keyword: account,
        })
      ).list.find((one) => one.account === account),
    alive: async (token: string): Promise<boolean> =>
      (await fixture.rooms.session.authenticate(token)) !== null,
  };
}
