import type { MediaItem } from '@eyrie/domain';
import { Icon } from '@eyrie/ui';
import { Checkbox } from 'antd';
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { sizeText } from '../../platform/size-text.ts';
import { useText } from '../../platform/text.tsx';
import { Thumbnail } from './thumbnail.tsx';
import { useVideoBrief } from './video-says.tsx';

/** What the keyboard does in the grid: the button that has it passes it on. */
export type CellInput = Pick<ComponentProps<'button'>, 'onKeyDown' | 'onKeyUp' | 'onFocus' | 'onBlur'>;

export interface ResultCellProps {
  media: MediaItem;
  /** Its place among all files, from 0, and how many there are. */
  index: number;
  count: number;
  active: boolean;
  /** The keyboard is in the grid: the active cell has it. */
  focused: boolean;
  chosen: boolean;
  input: CellInput;
  onChoose: (index: number, range: boolean) => void;
  onOpen: (index: number) => void;
}

/** One file of the grid: opened by a click or Enter, chosen by its box or the space bar. */
export function ResultCell(props: ResultCellProps): ReactNode {
  const { media, index, count, active, focused, chosen, input, onChoose, onOpen } = props;
  const text = useText();
  const figures = useFigures();
  const brief = useVideoBrief();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (active && focused) button.current?.focus({ preventScroll: true });
  }, [active, focused]);
  return (
    <li
      className="media-cell ey-stack ey-panel"
      aria-current={active}
      aria-posinset={index + 1}
      aria-setsize={count}
    >
      <button
        ref={button}
        type="button"
        data-index={index}
        tabIndex={active ? 0 : -1}
        onClick={() => onOpen(index)}
        {...input}
      >
        <Thumbnail key={media.thumbnailUrl} media={media} />
        <span className="ey-hidden">{text('media.open', { name: media.name })}</span>
      </button>
      <Checkbox
        checked={chosen}
        tabIndex={-1}
        aria-label={text('media.choose', { name: media.name })}
        onChange={({ nativeEvent }) => onChoose(index, nativeEvent.shiftKey)}
      />
      <bdi title={media.name}>
        {media.starred ? (
          <span className="media-starred" role="img" aria-label={text('media.starred')}>
            <Icon name="star" size={12} />{' '}
          </span>
        ) : null}
        {media.name}
      </bdi>
      {media.labels.length === 0 ? null : (
        <bdi className="media-cell-labels" title={media.labels.join(' · ')}>
          {media.labels.join(' · ')}
        </bdi>
      )}
      <span>
        {figures.clock(media.shotAt ?? media.createdAt)} · {sizeText(media.size, figures, text)}
        {media.video ? (
          <>
            <br />
            <bdi className="media-cell-video">{brief(media.video)}</bdi>
          </>
        ) : null}
      </span>
    </li>
  );
}
