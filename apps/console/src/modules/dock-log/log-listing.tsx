import { commandCalls, limits, type LogListing, type LogModule } from '@eyrie/domain';
import { Checkbox } from 'antd';
import { useState, type ReactNode } from 'react';
import type { PhraseId } from '@eyrie/phrases';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { OrderButton } from '../../platform/order-button.tsx';
import { sizeText } from '../../platform/size-text.ts';
import { useText } from '../../platform/text.tsx';
import { spanText } from './log-words.ts';

type Chosen = Readonly<Record<LogModule, readonly number[]>>;
const nothing: Chosen = { dock: [], drone: [] };

function ModuleListing({
  listing: { module, state, message, starts },
  chosen,
  onChoose,
}: {
  listing: LogListing;
  chosen: readonly number[];
  onChoose: (bootIndexes: number[]) => void;
}): ReactNode {
  const text = useText();
  const figures = useFigures();
  const hint =
    state === 'refused'
      ? text('dockLog.refusedOf', { why: message ?? '' })
      : state === 'missing'
        ? text('dockLog.missing')
        : starts.length === 0
          ? text('dockLog.empty')
          : null;
  return (
    <fieldset className="dock-log-module ey-stack ey-gap-4">
      <legend>{text(`dockLog.module.${module}`)}</legend>
      {hint === null ? null : <p className={state === 'listed' ? 'list-hint' : 'dock-log-failed'}>{hint}</p>}
      {starts
        .toSorted((a, b) => b.bootIndex - a.bootIndex)
        .map((start) => (
          <Checkbox
            key={start.bootIndex}
            checked={chosen.includes(start.bootIndex)}
            onChange={({ target }) =>
              onChoose(
                target.checked
                  ? [...chosen, start.bootIndex]
                  : chosen.filter((one) => one !== start.bootIndex),
              )
            }
          >
            {text('dockLog.start', { index: start.bootIndex })}{' '}
            <span className="list-hint">
              <bdi>{spanText(start, figures, text)}</bdi> · <bdi>{sizeText(start.size, figures, text)}</bdi>
            </span>
          </Checkbox>
        ))}
    </fieldset>
  );
}

/** What the dock listed, to choose from. */
export function LogListings({
  listings,
  why,
  onUpload,
}: {
  listings: readonly LogListing[];
  why: PhraseId | null;
  onUpload: (files: { module: LogModule; bootIndexes: number[] }[]) => void;
}): ReactNode {
  const text = useText();
  const [chosen, setChosen] = useState<Chosen>(nothing);
  const files = listings.flatMap(({ module }) =>
    chosen[module].length > 0 ? [{ module, bootIndexes: [...chosen[module]] }] : [],
  );
  const count = files.reduce((sum, { bootIndexes }) => sum + bootIndexes.length, 0);
  const max = limits.dockLog.chosen;
  const choice =
    count === 0
      ? text('dockLog.chooseFirst')
      : files.some(({ bootIndexes }) => bootIndexes.length > max)
        ? text('dockLog.tooMany', { max })
        : null;
  return (
    <>
      {listings.map((listing) => (
        <ModuleListing
          key={listing.module}
          listing={listing}
          chosen={chosen[listing.module]}
          onChoose={(bootIndexes) => setChosen((before) => ({ ...before, [listing.module]: bootIndexes }))}
        />
      ))}
      <p className="list-hint">{text('dockLog.noFlights')}</p>
      <Allowed call={commandCalls.logUpload}>
        <OrderButton
          size="small"
          why={why === null ? choice : text(why)}
          onOrder={() => {
            setChosen(nothing);
            onUpload(files);
          }}
        >
          {text('dockLog.upload', { count })}
        </OrderButton>
      </Allowed>
    </>
  );
}
