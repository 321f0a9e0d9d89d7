import { departmentCalls, roleCalls, type MemberRecord } from '@eyrie/domain';
import { openMemberStage } from './members.ts';

/** A department with an administrator of its own, a stranger beside it, and an editor who lacks most rights. */
export async function openMemberRanks() {
  const stage = await openMemberStage();
  const makeRole = async (name: string, resourceOIDs: string[], groupOID: string): Promise<string> => {
    const { oid } = await stage.call<{ oid: string }>(roleCalls.save, { name, type: 'menu', groupOID });
    if (resourceOIDs.length > 0) await stage.call(roleCalls.grant, { roleOID: oid, resourceOIDs });
    return oid;
  };
  const department = async (name: string): Promise<string> =>
    (await stage.call<{ oid: string }>(departmentCalls.save, { name })).oid;

  const [branch, beside] = [await department('branch'), await department('beside')];
  const below = await stage.person('below', {
    groupOID: branch,
    roleOIDs: [await stage.first('administrator')],
  });
  const rights = ['/OrganizationStructure', '/RoleManagement', 'member:edit', 'role:edit'];
  const editorRole = await makeRole('editors', rights, stage.root);
  const branchRole = await makeRole('branch watchers', ['/DeviceAll'], branch);
  const editor = await stage.person('editor', { roleOIDs: [editorRole] });

  return {
    stage,
    branch,
    beside,
    below,
    editor,
    editorRole,
    branchRole,
    makeRole,
    find: async (account: string): Promise<MemberRecord | undefined> =>
      (
        await stage.call<{ list: MemberRecord[] }>(departmentCalls.members, { below: true, keyword: account })
      ).list.find((one) => one.account === account),
    alive: async (token: string): Promise<boolean> =>
      (await stage.rooms.session.authenticate(token)) !== null,
  };
}
