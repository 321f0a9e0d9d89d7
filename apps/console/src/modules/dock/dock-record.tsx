import { linkLevel, type DockRecord } from '@eyrie/domain';
import { FactList, StateSymbol } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { DockAge } from './dock-age.tsx';
import { useDockNow } from './dock-live.ts';
import './dock.css';

const bytesOfKB = 1024;
const gigabyte = 1e9;

/** What a dock says of itself, with its age; nobody types these. */
export function DockLive({ dock }: { dock: DockRecord }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { status, ageMs, place, look } = useDockNow(dock);
  const unknown = figures.amount(null);
  const level = linkLevel(ageMs);
  const old = level !== 'live' && level !== 'ageing';
  const { network, airConditioner: conditioner, storage } = status ?? {};
  const latin = (value: string): ReactNode => <bdi dir="ltr">{value}</bdi>;
  const inGB = (kilobytes: number | null | undefined): string =>
    figures.amount(kilobytes == null ? null : (kilobytes * bytesOfKB) / gigabyte, text('unit.gigabyte'), 1);
  return (
    <section aria-label={text('dock.measured')}>
      <p className="dock-card-state ey-row ey-flow ey-hint">
        <StateSymbol state={look.state} word={text(look.wordId)} />
        <DockAge dock={dock} ageMs={ageMs} />
      </p>
      <FactList
        className={old ? 'list-facts dock-old' : 'list-facts'}
        facts={[
          [text('dock.jobCount'), figures.amount(status?.jobCount ?? null, undefined, 0)],
          [text('dock.accTime'), figures.duration(status?.accTime ?? null)],
          [text('dock.storage'), latin(`${inGB(storage?.usedKB)} / ${inGB(storage?.totalKB)}`)],
          [
            text('dock.network'),
            network?.type
              ? text('dock.networkQuality', {
                  type: text(`dock.networkType.${network.type}`),
                  quality: network.quality ?? unknown,
                })
              : unknown,
          ],
          [
            text('dock.airConditioner'),
            conditioner?.mode ? text(`dock.airConditionerMode.${conditioner.mode}`) : unknown,
          ],
          [text('dock.temperature'), figures.amount(status?.temp ?? null, text('unit.celsius'), 0)],
          [text('field.wind'), figures.speed(status?.wind ?? null)],
          [text('dock.storeMode'), status?.storeMode ? text(`dock.storeMode.${status.storeMode}`) : unknown],
          [text('dock.firmware'), latin(status?.firmware ?? dock.firmware ?? unknown)],
          [
            text('dock.position'),
            place ? latin(`${place.lng.toFixed(6)}, ${place.lat.toFixed(6)}`) : text('dock.noPosition'),
          ],
        ]}
      />
    </section>
  );
}
