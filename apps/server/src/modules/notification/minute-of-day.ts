/** Minutes since midnight in a time zone; in UTC when the zone is unknown to this machine. */
export function minuteOfDay(timeZone: string, at: number): number {
  try {
    const parts = new Intl.DateTimeFormat('en', {
      timeZone,
      hour: 'numeric',
      minute: 'numeric',
      hourCycle: 'h23',
    }).formatToParts(at);
    const value = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
    return value('hour') * 60 + value('minute');
  } catch {
    return Math.floor((at % 86_400_000) / 60_000);
  }
}
