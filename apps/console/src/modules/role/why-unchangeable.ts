import { lastWord, roleCalls, type RoleRecord } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';

/** Why a member may not change what a role grants. The record knows whether; this says it in words. */
export function whyUnchangeable(role: RoleRecord): PhraseId {
  if (role.fixed) return 'role.whyFixed';
  if (role.held) return 'role.whyHeld';
  // Its name may be changed: then it is somebody who holds it that stands above.
  if (role.allowed.includes(lastWord(roleCalls.save))) return 'role.whySuperior';
  return role.allowed.includes(lastWord(roleCalls.removeMembers)) ? 'role.whyAbove' : 'role.whyReader';
}
