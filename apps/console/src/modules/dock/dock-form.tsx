import { dockCalls, limits, nextMaintenance, type DockRecord } from '@eyrie/domain';
import { useState, type ReactNode } from 'react';
import { codeField, departmentField, maintenanceFiles, usedParts } from '../../parts.ts';
import { useAppearance } from '../../platform/appearance.ts';
import { useOrganisationZone } from '../../platform/display.ts';
import { DayInput, lastDay, RecordForm, type RecordFormRoom } from '../../platform/list/index.ts';
import { nameField } from '../../platform/name-field.ts';
import type { OpenDevice } from '../../platform/parts.ts';
import { serverTime } from '../../platform/server-time.ts';

type Fields = RecordFormRoom['fields'];

/** What both forms of a dock ask for: its name, and who insures it until when. */
export const useDockFields = (): { name: Fields[string]; insurance: Fields } => {
  const zone = useOrganisationZone();
  const [now] = useState(() => serverTime() ?? Date.now());
  const insured = useAppearance((state) => state.appearance?.insuranceRequired ?? true);
  // Asked for also where it may be left open.
  const rule = insured ? { required: true } : { hint: 'register.mayBeLeft' as const };
  const chineseOnly = useAppearance((state) => state.appearance?.nameChineseOnly ?? true);
  return {
    name: nameField('register.name', chineseOnly),
    insurance: {
      insuranceCompany: {
        label: 'register.insuranceCompany',
        ...rule,
        sends: (value) => value ?? '',
        field: codeField('insuranceCompany'),
      },
      policyNumber: { label: 'dock.policyNumber', ...rule, dir: 'ltr' },
      insuranceUntil: {
        label: 'dock.insuranceUntil',
        required: insured,
        hint: ['dock.insuranceUntilHint', { zone }],
        sends: lastDay(zone, now).sends,
        field: (field) => <DayInput {...field} />,
      },
    },
  };
};

export const dockLabels = {
  name: 'register.name',
  groupOID: 'field.department',
  windLimit: 'dock.windLimit',
  insuranceCompany: 'register.insuranceCompany',
  policyNumber: 'dock.policyNumber',
  insuranceUntil: 'dock.insuranceUntil',
  firmware: 'dock.firmware',
  maintenance: 'dock.maintenance',
  retiredAt: 'device.standing.retired',
  'retiredAt=null': 'device.reinstated',
} as const;

/** A dock as other rooms know it. */
export const openDock = ({ oid, name }: DockRecord): OpenDevice => ({
  oid,
  kind: 'dock',
  name,
  dockOID: oid,
  droneOID: null,
});

/** Moves the maintenance of a dock one step on; what was done is followed by its files. */
export function MaintenanceForm({ dock, onClose }: { dock: DockRecord; onClose: () => void }): ReactNode {
  // The step that was begun: the record has moved on when it is noted.
  const [maintenance] = useState(() => nextMaintenance[dock.maintenance]);
  const [noted, setNoted] = useState(false);
  if (noted && maintenanceFiles) return maintenanceFiles(openDock(dock), onClose);
  return (
    <RecordForm
      form={{
        word: 'dock',
        saved: 'dock.maintained',
        fields: {
          remark: { label: 'dock.maintainRemark', hint: 'dock.maintainHint', lines: 3 },
          ...usedParts,
        },
      }}
      title={`dock.maintain.${maintenance}`}
      call={dockCalls.maintain}
      fixed={{ oid: dock.oid, maintenance }}
      {...(maintenanceFiles && maintenance === 'none' ? { onSaved: () => setNoted(true) } : {})}
      onClose={onClose}
    />
  );
}

export interface DockFormProps {
  dock: DockRecord;
  onClose: () => void;
}

/** Changes what people know of a dock; what the dock says of itself is in no form. */
export function DockForm({ dock, onClose }: DockFormProps): ReactNode {
  const zone = useOrganisationZone();
  const { name, insurance } = useDockFields();
  const max = limits.gate.windLimitMps;
  return (
    <RecordForm
      form={{
        word: 'dock',
        saved: 'dock.saved',
        refusals: { nameTaken: 'name' },
        fields: {
          name,
          groupOID: { label: 'field.department', required: true, field: departmentField(dock.groupName) },
          windLimit: { label: 'dock.windLimit', hint: ['dock.windLimitHint', { max }] },
          ...insurance,
        },
      }}
      title={['dock.editTitle', { name: dock.name }]}
      call={dockCalls.edit}
      record={dock}
      begun={{ insuranceUntil: lastDay(zone, 0).shown(dock.insuranceUntil) }}
      onClose={onClose}
    />
  );
}
