import {
  commandCalls,
  isBehind,
  upgradeTypes,
  type DockRecord,
  type UpgradeDevice,
  type UpgradeOffer,
} from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { Loaded, loadStateOf, StateSymbol } from '@eyrie/ui';
import { Button, Select } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { OrderButton } from '../../platform/order-button.tsx';
import { useText } from '../../platform/text.tsx';
import { useFirmwareFollows, useOffers } from './firmware.queries.ts';
import { versionText } from './firmware-words.ts';
import { PackagesDialog } from './packages-dialog.tsx';
import { useRollouts } from './rollout.queries.ts';
import { RolloutsButton } from './rollouts-dialog.tsx';
import { Upgrades } from './upgrades.tsx';
import './firmware.css';

/** What is upgraded by one order, as it is sent. */
export interface UpgradeRequest {
  sn: string;
  type: (typeof upgradeTypes)[keyof typeof upgradeTypes];
  firmwareOID?: string;
}

interface Props {
  dock: Pick<DockRecord, 'oid'>;
  /** Null: the dock does not say. */
  dronePowered: boolean | null;
  /** Why nothing can be upgraded now; null: it can. */
  why: PhraseId | null;
  onOrder: (devices: UpgradeRequest[]) => void;
}

const keep = 'keep';
const consistency = 'consistency';
type Choices = Readonly<Partial<Record<UpgradeDevice, string>>>;

/** The newest package where it is newer than what the device reports; null: there is none. */
const newerOf = ({ reported, packages: [newest] }: UpgradeOffer): string | null =>
  newest && isBehind(reported, newest.firmware) ? newest.oid : null;

const choiceOf = (offer: UpgradeOffer, chosen: Choices): string => {
  const choice = chosen[offer.device] ?? newerOf(offer) ?? keep;
  // A package that was retired meanwhile is none to choose.
  return choice === keep || choice === consistency || offer.packages.some(({ oid }) => oid === choice)
    ? choice
    : keep;
};

const requestOf = (offer: UpgradeOffer, choice: string): UpgradeRequest[] => {
  const { sn } = offer;
  if (choice === keep) return [];
  if (choice === consistency) return [{ sn, type: upgradeTypes.consistency }];
  return [{ sn, type: upgradeTypes.normal, firmwareOID: choice }];
};

/** One device: its version by its own word, the newest package, and what it is to be upgraded to. */
function Device({
  offer,
  choice,
  onChoose,
}: {
  offer: UpgradeOffer;
  choice: string;
  onChoose: (choice: string) => void;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const id = useId();
  const { device, modelName, reported, consistent, at, packages } = offer;
  const [newest] = packages;
  const chosen = packages.find(({ oid }) => oid === choice);
  const options = [
    { value: keep, label: text('firmware.keep') },
    ...packages.map(({ oid, firmware }) => ({ value: oid, label: <bdi dir="ltr">{firmware}</bdi> })),
    { value: consistency, label: text('firmware.consistency') },
  ];
  const hint = newerOf(offer)
    ? text('firmware.newest', { version: versionText(newest?.firmware ?? null, text) })
    : text(newest ? 'firmware.upToDate' : 'firmware.noPackage');
  return (
    <li>
      <div className="ey-row ey-flow ey-gap-8">
        <strong>{text(`firmware.device.${device}`)}</strong> <bdi>{modelName}</bdi>
        {consistent === false ? <StateSymbol state="attention" word={text('firmware.inconsistent')} /> : null}
      </div>
      <p>
        {reported === null
          ? text('firmware.nowUnknown')
          : text('firmware.now', { version: versionText(reported, text) })}{' '}
        <span className="list-hint">
          {at === null ? null : `${text('firmware.reportedAt', { time: figures.time(at) })} · `}
          {hint}
        </span>
      </p>
      <label className="ey-hidden" htmlFor={id}>
        {text('firmware.choose', { device: text(`firmware.device.${device}`) })}
      </label>
      <Select<string>
        id={id}
        className="firmware-choice"
        size="small"
        value={choice}
        options={options}
        onChange={onChoose}
      />
      {chosen?.notes ? <p className="list-hint firmware-notes">{chosen.notes}</p> : null}
    </li>
  );
}

/** What keeps the chosen devices from being upgraded, in words; null: nothing. */
const reasonFor = (
  offers: readonly UpgradeOffer[],
  devices: readonly UpgradeRequest[],
  { why, dronePowered }: Pick<Props, 'why' | 'dronePowered'>,
): PhraseId | null => {
  if (why !== null) return why;
  if (devices.length === 0) return 'firmware.chooseFirst';
  const drone = offers.find(({ device }) => device === 'drone');
  const asked = devices.some(({ sn }) => sn === drone?.sn);
  return asked && dronePowered !== true ? 'refusal.droneOff' : null;
};

function Offers({ offers, ...props }: Omit<Props, 'dock'> & { offers: readonly UpgradeOffer[] }): ReactNode {
  const text = useText();
  const [chosen, setChosen] = useState<Choices>({});
  const devices = offers.flatMap((offer) => requestOf(offer, choiceOf(offer, chosen)));
  const why = reasonFor(offers, devices, props);
  return (
    <>
      <ul className="firmware-devices ey-stack ey-gap-8">
        {offers.map((offer) => (
          <Device
            key={offer.device}
            offer={offer}
            choice={choiceOf(offer, chosen)}
            onChoose={(choice) => setChosen((before) => ({ ...before, [offer.device]: choice }))}
          />
        ))}
      </ul>
      {offers.some(({ device }) => device === 'drone') ? null : (
        <p className="list-hint">{text('firmware.noDrone')}</p>
      )}
      <Allowed call={commandCalls.ota}>
        <OrderButton size="small" why={why && text(why)} onOrder={() => props.onOrder(devices)}>
          {text('firmware.upgrade')}
        </OrderButton>
      </Allowed>
    </>
  );
}

/** Firmware of a dock and its aircraft: what they report, what there is for them, and what became of upgrades. */
export function FirmwarePanel({ dock: { oid }, ...props }: Props): ReactNode {
  const text = useText();
  const offers = useOffers(oid);
  const [managing, setManaging] = useState(false);
  useFirmwareFollows(oid);
  // Where a second person approves upgrades, one begins as a rollout alone.
  const approval = useRollouts(1).data?.approvalRequired === true;
  const why = approval ? 'refusal.upgradeApprovalMissing' : props.why;
  return (
    <section className="monitor-panel firmware" aria-label={text('firmware.title')}>
      <h2>{text('firmware.title')}</h2>
      <Loaded state={loadStateOf(offers)}>
        {() => (offers.data ? <Offers offers={offers.data.list} {...props} why={why} /> : null)}
      </Loaded>
      <Button size="small" onClick={() => setManaging(true)}>
        {text('firmware.manage')}
      </Button>
      <RolloutsButton size="small" />
      <h3>{text('firmware.upgrades')}</h3>
      <Upgrades dockOID={oid} />
      {managing && offers.data ? (
        <PackagesDialog
          models={offers.data.models}
          own={offers.data.list.map(({ model }) => model)}
          onClose={() => setManaging(false)}
        />
      ) : null}
    </section>
  );
}
