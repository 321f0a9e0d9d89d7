import { FailedNote, Icon, type LoadState } from '@eyrie/ui';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useFoundRecords } from '../modules/search/index.ts';
import { useText } from '../platform/text.tsx';
import { stepIn } from './page-search.rules.ts';
import { SearchField } from './search-field.tsx';
import { useSections, type SearchOption, type SearchSection } from './search-sections.ts';
import type { FoldedMenu } from './shell-commands.ts';

export interface SearchDialogProps extends FoldedMenu {
  written: string;
  onWrite: (written: string) => void;
  onClose: () => void;
}

interface OptionProps {
  id: string;
  option: SearchOption;
  chosen: boolean;
  onChoose: () => void;
}

function Option({ id, option, chosen, onChoose }: OptionProps): ReactNode {
  const text = useText();
  return (
    <button
      type="button"
      tabIndex={-1}
      id={id}
      role="option"
      aria-selected={chosen}
      ref={(element) => {
        if (chosen) element?.scrollIntoView({ block: 'nearest' });
      }}
      onClick={onChoose}
    >
      <Icon name={option.icon} />
      <bdi>{option.name}</bdi>
      {option.facts.map((fact) => (
        <bdi key={fact} className="page-search-fact">
          {fact}
        </bdi>
      ))}
      {option.opensWindow ? <span className="ey-hidden">{text('shell.opensWindow')}</span> : null}
    </button>
  );
}

interface SectionProps {
  id: string;
  section: SearchSection;
  /** Place of its first option in the whole list. */
  from: number;
  at: number;
  onChoose: (option: SearchOption) => void;
}

function Section({
  id,
  section: { key, title, options, more },
  from,
  at,
  onChoose,
}: SectionProps): ReactNode {
  const text = useText();
  return (
    <div role="group" aria-labelledby={`${id}-${key}`}>
      <p id={`${id}-${key}`} className="page-search-kind">
        {title}
      </p>
      {options.map((option, place) => (
        <Option
          key={option.key}
          id={`${id}-${from + place}`}
          option={option}
          chosen={from + place === at}
          onChoose={() => onChoose(option)}
        />
      ))}
      {more ? <p className="page-search-more">{text('search.more')}</p> : null}
    </div>
  );
}

/** What became of the search. What could not be asked is not the same as nothing being there. */
function Outcome({
  state,
  count,
  written,
}: {
  state: LoadState;
  count: number;
  written: boolean;
}): ReactNode {
  const text = useText();
  if (!written) return <p className="page-search-more">{text('search.hint')}</p>;
  if (state.kind === 'failed' || state.kind === 'stale') return <FailedNote state={state} />;
  if (state.kind === 'loading') return <p role="status">{text('search.searching')}</p>;
  return (
    <p role="status" className={count === 0 ? undefined : 'ey-hidden'}>
      {count === 0 ? text('search.none') : text('search.found', { count })}
    </p>
  );
}

/** Opens pages, records and commands of the shell by name or serial number, by the keyboard alone. */
export default function SearchDialog({ written, onWrite, onClose, ...menu }: SearchDialogProps): ReactNode {
  const text = useText();
  const id = useId();
  const [at, setAt] = useState(0);
  const { groups, state } = useFoundRecords(written);
  const sections = useSections(written, groups, menu);
  const options = sections.flatMap((section) => section.options);
  const choose = (option: SearchOption | undefined): void => {
    if (!option) return;
    onClose();
    option.run();
  };
  const press = (event: KeyboardEvent): void => {
    // Enter belongs to the input method while it composes a word.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') choose(options[at]);
    else if (event.key === 'ArrowDown') setAt(stepIn(options.length, at, 1));
    else if (event.key === 'ArrowUp') setAt(stepIn(options.length, at, -1));
    else return;
    event.preventDefault();
  };
  return (
    <div className="page-search">
      <SearchField
        value={written}
        onChange={(next) => {
          onWrite(next);
          setAt(0);
        }}
        list={{ id, active: options[at] ? `${id}-${at}` : undefined, onKeyDown: press }}
      />
      <div id={id} className="page-search-list" role="listbox" aria-label={text('search.results')}>
        {sections.map((section, place) => (
          <Section
            key={section.key}
            id={id}
            section={section}
            from={sections.slice(0, place).reduce((sum, one) => sum + one.options.length, 0)}
            at={at}
            onChoose={choose}
          />
        ))}
      </div>
      <Outcome state={state} count={options.length} written={written.trim() !== ''} />
    </div>
  );
}
