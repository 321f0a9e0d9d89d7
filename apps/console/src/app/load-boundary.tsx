import { Component, type ReactNode } from 'react';
import { LoadFailedCard } from './load-failed-card.tsx';

/** Catches what the router cannot: the program behind the sign-in did not arrive. */
export class LoadBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error === null ? this.props.children : <LoadFailedCard error={this.state.error} />;
  }
}
