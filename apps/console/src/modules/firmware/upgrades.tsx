import { isOpenUpgrade, type UpgradeRecord } from '@eyrie/domain';
import { Loaded, loadStateOf, StateSymbol } from '@eyrie/ui';
import { Pagination, Progress } from 'antd';
import { useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { upgradesShown, useUpgrades } from './firmware.queries.ts';
import { changeText, stateStyle, versionText } from './firmware-words.ts';

/** How far the dock is, by its last word, and when that was. */
function Standing({ upgrade }: { upgrade: UpgradeRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { device, state, percent, step, message, heardAt } = upgrade;
  if (state === 'failed') return <p className="firmware-failed">{message}</p>;
  if (!isOpenUpgrade(state)) return null;
  return (
    <>
      {state === 'upgrading' ? (
        <Progress
          percent={percent ?? 0}
          size="small"
          status="active"
          showInfo={false}
          aria-label={text(`firmware.device.${device}`)}
        />
      ) : null}
      <p className="list-hint">
        {[
          state === 'upgrading' && percent !== null ? figures.amount(percent, '%') : null,
          state === 'upgrading' && step ? text(`firmware.step.${step}`) : null,
          heardAt === null ? null : text('firmware.heardAt', { time: figures.time(heardAt) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </>
  );
}

/** One upgrade: what of, how it stands, and what the device says of itself afterwards. */
function Upgrade({ upgrade }: { upgrade: UpgradeRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { device, state, after, askedBy, createdAt } = upgrade;
  return (
    <li>
      <div className="ey-row ey-flow ey-gap-8" role={isOpenUpgrade(state) ? 'status' : undefined}>
        <StateSymbol state={stateStyle[state]} word={text(`firmware.state.${state}`)} />
        <span>{text(`firmware.device.${device}`)}</span>
      </div>
      <p>
        {changeText(upgrade, text)}
        {after === null ? null : ` · ${text('firmware.after', { version: versionText(after, text) })}`}
      </p>
      <Standing upgrade={upgrade} />
      <p className="list-hint">{text('list.byAt', { by: askedBy, time: figures.time(createdAt) })}</p>
    </li>
  );
}

/** Upgrades of a dock and its aircraft, newest first. */
export function Upgrades({ dockOID }: { dockOID: string }): ReactNode {
  const text = useText();
  const [pageNum, setPageNum] = useState(1);
  const upgrades = useUpgrades(dockOID, pageNum);
  const total = upgrades.data?.total ?? 0;
  return (
    <>
      <Loaded state={loadStateOf(upgrades)}>
        {() =>
          total === 0 ? (
            <p className="list-hint">{text('firmware.none')}</p>
          ) : (
            <ul className="firmware-upgrades ey-stack ey-gap-8">
              {upgrades.data?.list.map((one) => (
                <Upgrade key={one.oid} upgrade={one} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {total > upgradesShown ? (
        <Pagination
          simple
          size="small"
          current={pageNum}
          pageSize={upgradesShown}
          total={total}
          onChange={setPageNum}
        />
      ) : null}
    </>
  );
}
