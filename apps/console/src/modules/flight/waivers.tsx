import { waiverCalls, type GateItem, type WaiverRecord } from '@eyrie/domain';
import { StateSymbol, type DeviceState } from '@eyrie/ui';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useMay } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { showFailure } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { useWaiverChange, useWaivers, type WaivedThing } from './verdict.queries.ts';
import { WaiveForm } from './waive-form.tsx';
import './flight.css';

const looks: Readonly<Record<WaiverRecord['state'], DeviceState>> = {
  waiting: 'attention',
  active: 'live',
  over: 'offline',
  ended: 'offline',
};

function Waiver({ waiver }: { waiver: WaiverRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const confirm = useWaiverChange('waiverConfirm');
  const end = useWaiverChange('waiverEnd');
  const { oid, item, state, askedBy, reason, confirmedBy, until, allowed } = waiver;
  const rule = text(`gate.${item}`);
  return (
    <li>
      <StateSymbol state={looks[state]} word={text(`verdict.state.${state}`)} />
      <span>
        {rule}
        <span className="gate-reason">
          {text('verdict.askedBy', { by: askedBy, reason })}
          {confirmedBy === null ? null : ` · ${confirmedBy}`}
        </span>
      </span>
      <span className="gate-figures ey-flow ey-muted">
        <bdi>{text('verdict.until', { time: figures.time(until) })}</bdi>
        {allowed.includes('confirm') ? (
          <Button
            size="small"
            aria-label={`${text('verdict.confirm')}: ${rule}`}
            loading={confirm.isPending}
            onClick={() => confirm.mutate(oid, { onError: showFailure })}
          >
            {text('verdict.confirm')}
          </Button>
        ) : null}
        {allowed.includes('end') ? (
          <Button
            size="small"
            aria-label={`${text('verdict.end')}: ${rule}`}
            loading={end.isPending}
            onClick={() => end.mutate(oid, { onError: showFailure })}
          >
            {text('verdict.end')}
          </Button>
        ) : null}
      </span>
    </li>
  );
}

/** What was waived of a flight or a run, and the rules that the reader may waive now. */
export function Waivers({ of, items }: { of: WaivedThing; items: readonly GateItem[] }): ReactNode {
  const text = useText();
  const { data } = useWaivers(of);
  const mayWaive = useMay(waiverCalls.waive);
  const [item, setItem] = useState<GateItem['item'] | null>(null);
  const open = mayWaive ? items.filter(({ waivable, blocks }) => waivable && blocks) : [];
  const list = data?.list ?? [];
  return (
    <>
      {open.length === 0 ? null : (
        <p className="ey-flow ey-gap-8">
          {open.map((one) => (
            <Button key={one.item} size="small" onClick={() => setItem(one.item)}>
              {text('verdict.waiveTitle', { rule: text(`gate.${one.item}`) })}
            </Button>
          ))}
        </p>
      )}
      {list.length === 0 ? null : (
        <ul className="gate-list" aria-label={text('verdict.waived')}>
          {list.map((waiver) => (
            <Waiver key={waiver.oid} waiver={waiver} />
          ))}
        </ul>
      )}
      {item === null ? null : <WaiveForm key={item} {...{ of, item }} onClose={() => setItem(null)} />}
    </>
  );
}
