/** The signs of the page, drawn on a grid of 16. Each stands beside a word or has one for those who cannot see it. */

const PATHS = {
  check: "M3 8.5 6.5 12 13 4.5",
  cross: "M4 4 12 12M12 4 4 12",
  opposed: "M2.5 5H11M8 2l3 3-3 3M13.5 11H5M8 8l-3 3 3 3",
  open: "M8 2.5 14.5 13.5H1.5ZM8 6.5v3.2M8 11.6v.2",
  clock: "M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2M8 4.8V8l2.4 1.6",
  question: "M5.5 5.8C5.6 2.6 10.6 2.7 10.5 5.8 10.4 7.6 8 7.6 8 9.8M8 12.4v.3",
  dash: "M3 8H13",
  dot: "M8 6.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 1 0 0-3",
  right: "M6 3.5 10.5 8 6 12.5",
  copy: "M5.5 5.5h7v8h-7ZM3.5 10.5v-8h7",
  search: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 1 0 0-9M10.5 10.5 14 14",
  light: "M8 5a3 3 0 1 0 0 6 3 3 0 1 0 0-6M8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1",
  dark: "M13 9.6A5.6 5.6 0 1 1 6.4 3 4.6 4.6 0 0 0 13 9.6Z",
  auto: "M8 2a6 6 0 1 0 0 12ZM8 2a6 6 0 1 1 0 12",
  keys: "M1.5 4h13v8h-13ZM4 6.5v.2M6.7 6.5v.2M9.3 6.5v.2M12 6.5v.2M4.5 9.5h7",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.6"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
