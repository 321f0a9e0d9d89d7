import { Icon } from '@eyrie/ui';
import { useId, useState, type ReactNode } from 'react';
import { useText } from './text.tsx';
import './floating-panel.css';

export interface FloatingPanelProps {
  edge: 'start' | 'end';
  title: string;
  /** Begins folded to its title. */
  folded?: boolean;
  children: ReactNode;
}

/** A panel over the map that folds to its title. */
export function FloatingPanel({ edge, title, folded = false, children }: FloatingPanelProps): ReactNode {
  const text = useText();
  const id = useId();
  const [open, setOpen] = useState(!folded);
  return (
    <section className={`floating-panel floating-${edge}`} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          aria-label={text(open ? 'mapLayer.fold' : 'mapLayer.unfold')}
          onClick={() => setOpen(!open)}
        >
          <Icon name="down" size={16} className={open ? 'floating-open' : undefined} />
        </button>
      </header>
      <div id={id} className="floating-body ey-stack" hidden={!open}>
        {children}
      </div>
    </section>
  );
}
