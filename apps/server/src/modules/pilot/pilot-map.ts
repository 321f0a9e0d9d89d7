import {
  groupsAnswered,
  idAnswered,
  inLayer,
  inWorkspaceById,
  regionAdded,
  regionEdited,
  regionsAsked,
  toElementGroup,
  type RegionGroup,
} from '@eyrie/dji/pilot';
import { notFound } from '../../platform/http/refusal.ts';
import type { DepartmentRoom } from '../department/index.ts';
import type { RegionRoom, StoredRegion } from '../region/index.ts';
import { servePilot, type PilotCall, type PilotContext } from './pilot-calls.ts';

export interface PilotMapDeps {
  regions: RegionRoom;
  department: Pick<DepartmentRoom, 'find' | 'requireVisible'>;
}

type Layer = RegionGroup & { regions: StoredRegion[] };

/** Regions of the organisation. A department is a layer; the own one is the layer that the app shares. */
export const pilotMap = ({ regions, department }: PilotMapDeps): PilotCall[] => {
  const groupsOf = async ({ caller }: PilotContext, groupOID: string | null): Promise<RegionGroup[]> => {
    const mayEdit = caller.resources.has('region:edit');
    const wanted = groupOID ?? caller.groupOID;
    const found = await department.find(wanted);
    if (!found) throw notFound();
    // Empty too: without a layer that is shared the app sends no changes.
    const own = { oid: wanted, name: found.name, own: wanted === caller.groupOID, mayEdit, regions: [] };
    const groups = new Map<string, Layer>([[wanted, own]]);
    for (const region of await regions.visible(caller, groupOID)) {
      const { groupOID: oid, groupName: name } = region;
      const group = groups.get(oid) ?? { oid, name, own: false, mayEdit, regions: [] };
      group.regions.push(region);
      groups.set(oid, group);
    }
    return [...groups.values()];
  };
  return [
    servePilot(
      'regions',
      regionsAsked,
      async ({ groupOID, shared }, context) => {
        if (groupOID !== null) await department.requireVisible(context.caller, groupOID);
        // Every layer is shared: of those that are not there are none.
        return shared ? (await groupsOf(context, groupOID)).map(toElementGroup) : [];
      },
      groupsAnswered,
    ),
    servePilot(
      'addRegion',
      regionAdded,
      async ({ groupOID, region }, context) => ({ id: (await regions.add(groupOID, region, context)).oid }),
      idAnswered,
    ),
    servePilot(
      'editRegion',
      regionEdited,
      async ({ oid, changes }, context) => {
        await regions.edit(oid, changes, context);
        return { id: oid };
      },
      idAnswered,
    ),
    servePilot(
      'deleteRegion',
      inWorkspaceById,
      async ({ id }, context) => {
        await regions.remove(id, context);
        return { id };
      },
      idAnswered,
    ),
    servePilot('clearRegions', inLayer, async ({ g }, context) => {
      await regions.clear(g, context);
      return {};
    }),
  ];
};
