import type { MediaItem } from '@eyrie/domain';
import { Checkbox } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { sizeText } from '../../platform/size-text.ts';
import { useText } from '../../platform/text.tsx';
import { Thumbnail } from './thumbnail.tsx';

/** Files that lie together: of one task, one after the other. */
interface Group {
  key: string;
  title: string | null;
  at: number;
  list: MediaItem[];
}

const takenAt = ({ shotAt, createdAt }: MediaItem): number => shotAt ?? createdAt;

/** Neighbours of the same flight and dock stand below one heading. */
const groupsOf = (list: readonly MediaItem[]): Group[] => {
  const groups: Group[] = [];
  for (const media of list) {
    const key = `${media.flightOID ?? ''} ${media.dockOID ?? ''}`;
    const last = groups.at(-1);
    if (last?.key === key) last.list.push(media);
    else groups.push({ key, title: media.taskName ?? media.dockName, at: takenAt(media), list: [media] });
  }
  return groups;
};

interface CellProps {
  media: MediaItem;
  active: boolean;
  chosen: boolean;
  onChoose: (oid: string) => void;
  onOpen: (oid: string) => void;
}

function Cell({ media, active, chosen, onChoose, onOpen }: CellProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  const cell = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (active) cell.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <li ref={cell} className="media-cell" aria-current={active}>
      <button type="button" onClick={() => onOpen(media.oid)}>
        <Thumbnail media={media} />
        <span className="ey-hidden">{text('media.open', { name: media.name })}</span>
      </button>
      <Checkbox
        checked={chosen}
        aria-label={text('media.choose', { name: media.name })}
        onChange={() => onChoose(media.oid)}
      />
      <bdi title={media.name}>{media.name}</bdi>
      <span>
        {figures.clock(takenAt(media))} · {sizeText(media.size, figures, text)}
      </span>
    </li>
  );
}

export interface ResultGridProps extends Pick<CellProps, 'onChoose' | 'onOpen'> {
  list: readonly MediaItem[];
  active: string | null;
  chosen: ReadonlySet<string>;
}

/** Files by flight, the newest first. The browser lays out only those groups that are in sight. */
export function ResultGrid({ list, active, chosen, onChoose, onOpen }: ResultGridProps): ReactNode {
  const figures = useFigures();
  return groupsOf(list).map(({ key, title, at, list: own }) => (
    <section key={`${key} ${own[0]?.oid ?? ''}`} className="media-group">
      <h2>
        {title === null ? null : <bdi>{title}</bdi>} <bdi>{figures.time(at)}</bdi>
      </h2>
      <ul>
        {own.map((media) => (
          <Cell
            key={media.oid}
            media={media}
            active={media.oid === active}
            chosen={chosen.has(media.oid)}
            onChoose={onChoose}
            onOpen={onOpen}
          />
        ))}
      </ul>
    </section>
  ));
}
