import type { MediaGroup } from '@eyrie/domain';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { directionOf, useLanguage } from '../../platform/language.ts';
import { useText } from '../../platform/text.tsx';
import {
  blocksBetween,
  groupOf,
  highest,
  layoutOf,
  scrollRatio,
  stepOf,
  topOf,
  type GridBlock,
  type GridLayout,
} from './grid-layout.ts';
import { groupKey, type LoadedItems } from './media.queries.ts';
import { ResultCell, type CellInput } from './result-cell.tsx';

/** px of a cell with the gap beside it, of a row with the gap below it, and of a heading. */
const cellWidth = 162;
const rowHeight = 194;
const headHeight = 40;
/** Rows that are drawn beyond those in sight. */
const spare = 2;

/** How large the part of an element is that is in sight, and how far it has been scrolled, px. */
function useSight() {
  const area = useRef<HTMLDivElement>(null);
  const [sight, setSight] = useState({ width: 0, height: 0, scrolled: 0 });
  useEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    const look = (): void =>
      setSight({ width: element.clientWidth, height: element.clientHeight, scrolled: element.scrollTop });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  return { area, sight };
}

function useGroupTitle() {
  const text = useText();
  const figures = useFigures();
  return ({ day, lens, taskName, dockName, from, count }: MediaGroup): string => {
    const lensText =
      lens === null ? null : lens === 'unknown' ? text('media.lensUnknown') : text(`media.lens.${lens}`);
    const parts = [
      taskName ?? dockName,
      day ?? figures.time(from),
      lensText,
      text('media.groupCount', { count: figures.amount(count) }),
    ];
    return parts.filter((part) => part !== null).join(' · ');
  };
}

export interface ResultGridProps {
  groups: readonly MediaGroup[];
  items: LoadedItems;
  /** Place of the file that is marked, from 0. */
  active: number | null;
  isChosen: (oid: string) => boolean;
  onActive: (index: number) => void;
  onChoose: (index: number, range: boolean) => void;
  onOpen: (index: number) => void;
  onClear: () => void;
  /** Missing: stars are not set here. */
  onStar: ((index: number) => void) | undefined;
  /** What is in sight has changed. */
  onSight: (blocks: readonly GridBlock[]) => void;
}

/** What a key does in the grid. @returns whether it did something */
function useGridKeys(layout: GridLayout, page: number, props: ResultGridProps) {
  const language = useLanguage((state) => state.language);
  const sideways: Readonly<Record<string, string>> =
    directionOf(language) === 'rtl'
      ? { ArrowLeft: 'next', ArrowRight: 'previous' }
      : { ArrowRight: 'next', ArrowLeft: 'previous' };
  const { active, onActive, onChoose, onClear, onStar } = props;
  return (event: KeyboardEvent): void => {
    const from = active ?? 0;
    if (event.key === ' ') onChoose(from, event.shiftKey);
    else if (event.key === 'Escape') onClear();
    else if (isPlain(event, 's') && onStar) onStar(from);
    else {
      const to = stepOf(layout, from, sideways[event.key] ?? event.key, page);
      if (to === null || event.ctrlKey || event.metaKey || event.altKey) return;
      onActive(to);
      if (event.shiftKey) onChoose(to, true);
    }
    event.preventDefault();
  };
}

interface BlockProps extends Pick<ResultGridProps, 'items' | 'isChosen' | 'onChoose' | 'onOpen'> {
  block: GridBlock;
  group: MediaGroup;
  layout: GridLayout;
  active: number;
  focused: boolean;
  input: CellInput;
  /** px from the top of what scrolls. */
  top: number;
}

/** Rows of one group that are in sight; files that are not here yet keep their places. */
function Block(props: BlockProps): ReactNode {
  const { block, group, layout, items, active, focused, input, isChosen, onChoose, onOpen, top } = props;
  const title = useGroupTitle()(group);
  const { columns } = layout;
  return (
    <section className="media-group" aria-label={title} style={{ insetBlockStart: top }}>
      {block.first === 0 ? (
        <h2 style={{ blockSize: headHeight }}>
          <bdi>{title}</bdi>
        </h2>
      ) : null}
      <ul style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, gridAutoRows: rowHeight }}>
        {Array.from({ length: block.end - block.first }, (_, place) => {
          const within = block.first + place;
          const index = (layout.starts[block.group] ?? 0) + within;
          const media = items.at(block.group, within);
          if (!media)
            return <li key={index} className="media-cell media-empty ey-stack ey-panel" aria-busy="true" />;
          return (
            <ResultCell
              key={media.oid}
              media={media}
              index={index}
              count={layout.count}
              active={index === active}
              focused={focused}
              chosen={isChosen(media.oid)}
              input={input}
              onChoose={onChoose}
              onOpen={onOpen}
            />
          );
        })}
      </ul>
    </section>
  );
}

/** Blocks that are drawn: those in sight, and the row with the keyboard, which would be nowhere without it. */
function drawnBlocks(layout: GridLayout, active: number | null, top: number, height: number): GridBlock[] {
  const inSight = blocksBetween(layout, top - spare * rowHeight, top + height + spare * rowHeight);
  if (active === null) return inSight;
  const place = topOf(layout, active);
  const kept = blocksBetween(layout, place, place + 1);
  return [...inSight, ...kept.filter((one) => !inSight.some((other) => isWithin(one, other)))];
}

/** Files by what they lie together, the newest first. Only what is in sight is drawn, however many there are. */
export function ResultGrid(props: ResultGridProps): ReactNode {
  const { groups, active, onActive, onSight } = props;
  const text = useText();
  const { area, sight } = useSight();
  const [focused, setFocused] = useState(false);
  const layout = layoutOf(
    groups.map(({ count }) => count),
    { columns: Math.max(1, Math.floor((sight.width - 4) / cellWidth)), row: rowHeight, head: headHeight },
  );
  const ratio = scrollRatio(layout.height, sight.height);
  const top = sight.scrolled * ratio;
  const blocks = sight.width === 0 ? [] : drawnBlocks(layout, active, top, sight.height);
  const mark = blocks.map(({ group, first, end }) => `${group}:${first}:${end}`).join();
  useEffect(() => {
    onSight(blocks);
    // oxlint-disable-next-line react/exhaustive-deps -- the same blocks are another array at each drawing
  }, [mark, groups]);
  const onKeys = useGridKeys(layout, Math.max(1, Math.floor(sight.height / rowHeight)), props);

  // What was marked by a key or on the map comes into sight.
  useEffect(() => {
    const element = area.current;
    if (active === null || !element || sight.height === 0) return;
    const place = topOf(layout, active);
    if (place >= top && place + rowHeight <= top + sight.height) return;
    const above = place < top ? headHeight : sight.height - rowHeight;
    element.scrollTop = Math.max(0, (place - above) / ratio);
    // oxlint-disable-next-line react/exhaustive-deps -- scrolling by hand must not jump back to it
  }, [active]);

  const input: CellInput = {
    onKeyDown: onKeys,
    // The space bar chooses here, and presses nothing.
    onKeyUp: (event) => (event.key === ' ' ? event.preventDefault() : undefined),
    onFocus: ({ currentTarget }) => {
      setFocused(true);
      const index = Number(currentTarget.dataset['index']);
      if (index !== active) onActive(index);
    },
    onBlur: () => setFocused(false),
  };
  return (
    <div ref={area} className="media-scroll" role="group" aria-label={text('media.grid')}>
      <div style={{ blockSize: Math.min(layout.height, highest) }}>
        {blocks.map((block) => {
          const group = groups[block.group];
          return group ? (
            <Block
              key={`${groupKey(group)} ${block.first}`}
              {...props}
              block={block}
              group={group}
              layout={layout}
              active={active ?? 0}
              focused={focused}
              input={input}
              top={sight.scrolled + block.top - top}
            />
          ) : null;
        })}
      </div>
    </div>
  );
}

/** A letter without anything held, once for a press. */
const isPlain = (event: KeyboardEvent, letter: string): boolean =>
  event.key.toLowerCase() === letter && !(event.ctrlKey || event.metaKey || event.altKey || event.repeat);

const isWithin = (one: GridBlock, other: GridBlock): boolean =>
  one.group === other.group && one.first >= other.first && one.end <= other.end;

/** Where a file lies: its group, and its place in it. */
export const spotOf = (groups: readonly MediaGroup[], index: number): { group: number; within: number } => {
  const layout = layoutOf(
    groups.map(({ count }) => count),
    { columns: 1, row: 1, head: 0 },
  );
  const group = groupOf(layout, index);
  return { group, within: index - (layout.starts[group] ?? 0) };
};
