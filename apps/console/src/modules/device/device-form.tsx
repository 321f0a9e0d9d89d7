import {
  deviceFields,
  deviceIdentity,
  droneFields,
  gimbalFields,
  saysNothing,
  type CallDeclaration,
  type DeviceKind,
  type DeviceRecord,
} from '@eyrie/domain';
import { useState, type ReactNode } from 'react';
import { codeField, departmentField, maintenanceFiles, usedParts } from '../../parts.ts';
import { useAppearance } from '../../platform/appearance.ts';
import { useOrganisationZone } from '../../platform/display.ts';
import { DayInput, lastDay, RecordForm, wordsOf, type RecordFormRoom } from '../../platform/list/index.ts';
import { nameField } from '../../platform/name-field.ts';
import { useSession } from '../../platform/session.ts';
import { openDevice } from './device-parts.tsx';
import { deviceLabels } from './device-words.ts';

type Fields = RecordFormRoom['fields'];

/** Days of a record are kept as the last moment of the day in the zone of the organisation. */
const days = ['manufacturedAt', 'purchasedAt', 'insuranceUntil'] as const;

const everyDevice = wordsOf({ ...deviceIdentity, ...deviceFields });
const aircraft = wordsOf(droneFields);

/** Fields of one kind of device that stand in no other. @param insured whether its insurance has to be given */
const own = (insured: boolean): Readonly<Partial<Record<DeviceKind, Fields>>> => ({
  gimbal: wordsOf(gimbalFields),
  drone: {
    insuranceCompany: {
      ...aircraft.insuranceCompany,
      required: insured,
      sends: (value) => value ?? '',
      field: codeField('insuranceCompany'),
    },
    policyNumber: { ...aircraft.policyNumber, required: insured },
  },
});

/** What is asked for only where no device says it: a person must, or had before. */
const stated = (name: 'model' | 'firmware', device: DeviceRecord | null): Fields => {
  const reported = (name === 'model' ? device?.reportedModel : device?.reportedFirmware) ?? null;
  const needed = (vendor: unknown): boolean => saysNothing(vendor, reported);
  return {
    [name]: {
      ...everyDevice[name],
      requiredIf: ({ vendor }) => needed(vendor),
      fits: ({ vendor }) => needed(vendor) || (device?.[name] ?? null) !== null,
    },
  };
};

const useFields = (word: DeviceKind, device: DeviceRecord | null): Fields => {
  const zone = useOrganisationZone();
  const { groupName } = device ?? {};
  const chineseOnly = useAppearance((state) => state.appearance?.nameChineseOnly ?? true);
  const insured = useAppearance((state) => state.appearance?.insuranceRequired ?? true);
  const day = (name: (typeof days)[number]): Fields => ({
    [name]: {
      label: deviceLabels[name],
      required: name === 'insuranceUntil' && insured,
      sends: lastDay(zone, 0).sends,
      field: (field) => <DayInput {...field} />,
    },
  });
  return {
    name: word === 'drone' ? nameField('device.name', chineseOnly) : everyDevice.name,
    ...(device ? {} : { sn: everyDevice.sn }),
    groupOID: { label: 'field.department', required: true, field: departmentField(groupName) },
    vendor: { ...everyDevice.vendor, required: true },
    ...stated('model', device),
    ...stated('firmware', device),
    ...own(insured)[word],
    ...(word === 'drone' ? day('insuranceUntil') : {}),
    ...day('manufacturedAt'),
    ...(word === 'drone' ? day('purchasedAt') : {}),
  };
};

/** Adds a device or changes what people know of one; what it says of itself is in no form. */
export function DeviceForm({
  word,
  call,
  device,
  onClose,
}: {
  word: DeviceKind;
  call: CallDeclaration;
  device: DeviceRecord | null;
  onClose: () => void;
}): ReactNode {
  const zone = useOrganisationZone();
  const groupOID = useSession((session) => session.user?.groupOID ?? '');
  const fields = useFields(word, device);
  const shown = (name: (typeof days)[number]): string =>
    lastDay(zone, 0).shown(Reflect.get(device ?? {}, name) as number | null | undefined);
  const dates = Object.fromEntries(days.filter((name) => name in fields).map((name) => [name, shown(name)]));
  return (
    <RecordForm
      form={{ word, saved: 'device.saved', refusals: { snTaken: 'sn' }, fields, labels: deviceLabels }}
      title={device ? ['device.editTitle', { name: device.name }] : `${word}.add`}
      call={call}
      {...(device
        ? { record: device, begun: { ...dates, model: device.model ?? '', firmware: device.firmware ?? '' } }
        : { begun: { groupOID, vendor: 'DJI', ...dates } })}
      onClose={onClose}
    />
  );
}

/** Takes devices that were found into a department. */
export function AcceptForm({
  word,
  call,
  devices,
  onClose,
}: {
  word: DeviceKind;
  call: CallDeclaration;
  devices: readonly DeviceRecord[];
  onClose: () => void;
}): ReactNode {
  const [first] = devices;
  return (
    <RecordForm
      form={{
        word,
        saved: 'device.accepted',
        fields: {
          groupOID: { label: 'field.department', required: true, field: departmentField(first?.groupName) },
        },
      }}
      title={['device.acceptTitle', { count: devices.length }]}
      verb="device.accept"
      call={call}
      begun={{ groupOID: first?.groupOID ?? '' }}
      fixed={{ oids: devices.map(({ oid }) => oid) }}
      onClose={onClose}
    />
  );
}

/** Moves the maintenance of a device one step on, and then takes its files. */
export function MaintainForm({
  word,
  call,
  device,
  to,
  onClose,
}: {
  word: DeviceKind;
  call: CallDeclaration;
  device: DeviceRecord;
  to: DeviceRecord['maintenance'];
  onClose: () => void;
}): ReactNode {
  const [noted, setNoted] = useState(false);
  if (noted && maintenanceFiles) return maintenanceFiles(openDevice(word, device), onClose);
  return (
    <RecordForm
      form={{
        word,
        saved: 'dock.maintained',
        fields: {
          remark: { label: 'dock.maintainRemark', hint: 'device.maintainHint', lines: 3 },
          ...usedParts,
        },
      }}
      title={`dock.maintain.${to}`}
      call={call}
      fixed={{ oid: device.oid, maintenance: to }}
      {...(maintenanceFiles && to === 'none' ? { onSaved: () => setNoted(true) } : {})}
      onClose={onClose}
    />
  );
}
