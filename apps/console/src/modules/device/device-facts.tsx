import {
  dayIn,
  differencesOf,
  type CallDeclaration,
  type DeviceKind,
  type DeviceRecord,
  type Whereabouts,
} from '@eyrie/domain';
import { FactList, StateSymbol, type Fact } from '@eyrie/ui';
import { Button } from 'antd';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { AirworthyState } from '../../platform/airworthy.tsx';
import { useMay } from '../../platform/allowed.tsx';
import { useNow } from '../../platform/clock.ts';
import { useOrganisationZone } from '../../platform/display.ts';
import { call } from '../../platform/http.ts';
import type { CellTools } from '../../platform/list/index.ts';
import { serverTime } from '../../platform/server-time.ts';
import './device.css';
import { DeviceEvents } from './device-events.tsx';
import { DeviceParts, openDevice } from './device-parts.tsx';
import { standingLook, maintenanceLook } from './device-words.ts';
import { Firmware } from './firmware.tsx';
import { Incomplete } from './incomplete.tsx';
import { UpkeepList } from './upkeep-list.tsx';

type Tools = Pick<CellTools, 'text' | 'figures'>;

export interface Carried {
  whereabouts: Whereabouts;
  droneName: string | null;
  slot: string | null;
}

export function Standing({
  device,
  text,
  whole = false,
}: {
  device: DeviceRecord;
  text: Tools['text'];
  whole?: boolean;
}): ReactNode {
  // In a list the mark takes the place of what is as it should be.
  if (!whole && device.standing === 'inService' && device.incomplete.length > 0)
    return <Incomplete fields={device.incomplete} />;
  return (
    <>
      <StateSymbol state={standingLook[device.standing]} word={text(`device.standing.${device.standing}`)} />{' '}
      {whole ? <Incomplete fields={device.incomplete} whole /> : null}
    </>
  );
}

export function Maintenance({ device, text }: { device: DeviceRecord; text: Tools['text'] }): ReactNode {
  return (
    <StateSymbol
      state={maintenanceLook[device.maintenance]}
      heading={90}
      word={text(`device.maintenance.${device.maintenance}`)}
    />
  );
}

export function Online({ device, text }: { device: DeviceRecord; text: Tools['text'] }): ReactNode {
  return (
    <StateSymbol
      state={device.online ? 'live' : 'offline'}
      word={text(device.online ? 'device.online' : 'device.offline')}
    />
  );
}

/** Fit to fly, or why not. */
export function Airworthy({
  device,
  text,
  remedies = false,
}: {
  device: DeviceRecord;
  text: Tools['text'];
  remedies?: boolean;
}): ReactNode {
  const { unfit, upkeep, dueBy, airworthiness } = device;
  const fired = dueBy
    ? text('device.dueBy', {
        programme: dueBy.programme,
        rule: text(`maintenanceProgramme.${dueBy.rule}`),
        reached: dueBy.reached,
      })
    : null;
  const said = unfit.map((reason) => {
    const word = text(`device.unfit.${reason}`);
    return { reason, words: fired !== null && reason === 'maintenanceDue' ? `${word} (${fired})` : word };
  });
  return (
    <AirworthyState
      {...{ airworthiness, said, remedies }}
      soon={upkeep.some(({ level }) => level === 'soon')}
    />
  );
}

/** Where a device is that an aircraft carries. The slot of a battery counts from 1; that of a gimbal is a code of programs. */
export const placeOf = ({ whereabouts, droneName, slot }: Carried, { text }: Tools): string => {
  if (whereabouts === 'shelf' || droneName === null) return text('device.whereabouts.shelf');
  return slot !== null && /^\d+$/.test(slot)
    ? text(`device.whereabouts.${whereabouts}`, { drone: droneName, slot: Number(slot) + 1 })
    : text('device.whereabouts.carried', { drone: droneName });
};

/** What a person typed and the device contradicts, with the way to settle it. */
function Differences({
  device,
  word,
  edit,
  text,
}: { device: DeviceRecord; word: string; edit: CallDeclaration } & Pick<Tools, 'text'>): ReactNode {
  const client = useQueryClient();
  const may = useMay(edit);
  const { mutate, isPending } = useMutation({
    mutationFn: (request: object) => call(edit, request),
    onSettled: () => client.invalidateQueries({ queryKey: [word] }),
  });
  const found = differencesOf(device);
  if (found.length === 0) return null;
  const typed = { model: device.model, firmware: device.firmware };
  const said = { model: device.reportedModel, firmware: device.reportedFirmware };
  return (
    <ul className="device-differences">
      {found.map((field) => (
        <li key={field} role="note">
          <span>
            {text('device.differs', {
              field: text(`device.${field}`),
              typed: typed[field] ?? '–',
              said: said[field] ?? '–',
            })}
          </span>{' '}
          {may ? (
            <Button
              size="small"
              loading={isPending}
              onClick={() => mutate({ oid: device.oid, [field]: said[field] })}
            >
              {text('device.takeReported')}
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** What people know of a device and what it says of itself, each apart. */
export function DeviceFacts({
  device,
  word,
  calls,
  reported,
  known,
  more,
  top,
  online,
  text,
  figures,
}: Tools & {
  device: DeviceRecord;
  word: DeviceKind;
  calls: { edit: CallDeclaration; events: CallDeclaration };
  /** Beside what every device says. */
  reported: readonly Fact[];
  /** Beside what is known of every device. */
  known: readonly Fact[];
  /** Beside its life. */
  more: ReactNode;
  /** Before everything else. */
  top: ReactNode;
  /** Whether it is there, instead of what the record says. */
  online?: ReactNode;
}): ReactNode {
  const zone = useOrganisationZone();
  const unknown = figures.amount(null);
  const words = (value: string | null): ReactNode => <bdi>{value ?? unknown}</bdi>;
  const latin = (value: string | null): ReactNode => <bdi dir="ltr">{value ?? unknown}</bdi>;
  const { seenAt } = device;
  // The age counts on while the record stands open.
  const ticks = useNow();
  const [opened] = useState(() => ({ ticks, at: serverTime() ?? Date.now() }));
  const age = seenAt === null ? null : Math.max(0, opened.at + ticks - opened.ticks - seenAt);
  return (
    <>
      {top}
      <Differences {...{ device, word, text }} edit={calls.edit} />
      <section aria-label={text('device.reported')}>
        <h3>{text('device.reported')}</h3>
        <p className="list-hint">
          {seenAt === null
            ? text('device.neverSeen')
            : text('device.seen', { time: figures.time(seenAt), age: figures.age(age) })}
        </p>
        <FactList
          className={device.online ? 'list-facts' : 'list-facts device-old'}
          facts={[
            [text('field.state'), online ?? <Online key="online" {...{ device, text }} />],
            [text('device.model'), words(device.reportedModel)],
            [
              text('device.firmware'),
              'latestFirmware' in device ? (
                <Firmware
                  key="firmware"
                  device={device as DeviceRecord & { latestFirmware: string | null }}
                />
              ) : (
                latin(device.reportedFirmware)
              ),
            ],
            [text('device.dock'), words(device.dockName)],
            ...reported,
          ]}
        />
      </section>
      <h3>{text('device.record')}</h3>
      <FactList
        className="list-facts"
        facts={[
          [text('device.sn'), latin(device.sn)],
          [text('device.standing'), <Standing key="standing" whole {...{ device, text }} />],
          [text('device.vendor'), text(`device.vendor.${device.vendor}`)],
          [text('device.statedModel'), words(device.model)],
          [text('device.statedFirmware'), latin(device.firmware)],
          [text('field.department'), words(device.groupName)],
          [text('device.airworthy'), <Airworthy key="airworthy" remedies {...{ device, text }} />],
          [text('device.maintenance'), <Maintenance key="maintenance" {...{ device, text }} />],
          [text('device.upkeep'), <UpkeepList key="upkeep" items={device.upkeep} dueBy={device.dueBy} />],
          [
            text('device.manufacturedAt'),
            latin(device.manufacturedAt === null ? null : dayIn(zone, device.manufacturedAt)),
          ],
          ...known,
        ]}
      />
      {more}
      <DeviceParts device={openDevice(word, device)} />
      <DeviceEvents word={word} events={calls.events} oid={device.oid} />
    </>
  );
}
