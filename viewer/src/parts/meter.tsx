/** A share as a bar. The number stands beside it: the bar alone says nothing to those who cannot see it. */

export function Meter({ share }: { share: number }) {
  return (
    <span class="meter" aria-hidden="true">
      <span style={{ width: `${Math.round(share * 100)}%` }} />
    </span>
  );
}
