import { Icon, type IconName } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';

export interface OverviewCardProps {
  icon: IconName;
  label: string;
  /** Null while it is not known. */
  value: string | number | null;
  unit?: string;
  /** What stands beside the figure, such as how many are online. */
  detail?: ReactNode;
  /** Address of the list behind the figure; left out when the member may not open it. */
  to?: string | undefined;
  opensWindow?: boolean;
}

/** One figure of the overview, opening the list behind it. */
export function OverviewCard({
  icon,
  label,
  value,
  unit,
  detail,
  to,
  opensWindow = false,
}: OverviewCardProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  const inside = (
    <>
      <span className="ey-row ey-gap-8 ey-muted">
        <Icon name={icon} />
        {label}
        {to ? <Icon name={opensWindow ? 'window' : 'next'} size={16} className="overview-go" /> : null}
      </span>
      <span className="overview-value">
        <bdi dir="ltr">{typeof value === 'number' ? figures.amount(value) : (value ?? '–')}</bdi>
        {value !== null && unit ? <span className="overview-unit">{unit}</span> : null}
      </span>
      <span className="overview-detail">{detail}</span>
      {to ? (
        <span className="ey-hidden">{text(opensWindow ? 'shell.opensWindow' : 'statistics.more')}</span>
      ) : null}
    </>
  );
  if (!to) return <div className="overview-card">{inside}</div>;
  return opensWindow ? (
    <a className="overview-card" href={`#${to}`} target="_blank" rel="noopener">
      {inside}
    </a>
  ) : (
    <Link className="overview-card" to={to}>
      {inside}
    </Link>
  );
}
