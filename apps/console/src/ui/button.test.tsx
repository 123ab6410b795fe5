// A button that is busy takes no press, also none of Enter in a form, and who works by keyboard stays on it.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Button } from './button.tsx';

afterEach(cleanup);

const button = (): HTMLButtonElement => screen.getByRole('button');

it('keeps the focus while it is busy, and says that it cannot be pressed', () => {
  const { rerender } = render(<Button>Save</Button>);
  button().focus();
  rerender(
    <Button busy disabled>
      Save
    </Button>,
  );
  expect(document.activeElement).toBe(button());
  expect([button().disabled, button().getAttribute('aria-disabled'), button().getAttribute('aria-busy')]).toEqual([
    false,
    'true',
    'true',
  ]);
  rerender(<Button>Save</Button>);
  expect([button().getAttribute('aria-disabled'), button().getAttribute('aria-busy')]).toEqual([null, 'false']);
});

it('takes no press while it is busy, nor does the row that it stands in', () => {
  const [press, row] = [vi.fn(), vi.fn()];
  const drawn = (busy: boolean) => (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- stands for a row
    <div onClick={row} onDoubleClick={row}>
      <Button busy={busy} onClick={press}>
        Fetch
      </Button>
    </div>
  );
  const { rerender } = render(drawn(true));
  fireEvent.click(button());
  fireEvent.doubleClick(button());
  expect([press.mock.calls.length, row.mock.calls.length]).toEqual([0, 0]);
  rerender(drawn(false));
  fireEvent.click(button());
  expect([press.mock.calls.length, row.mock.calls.length]).toEqual([1, 1]);
});

it('sends no form while it is busy', () => {
  const submit = vi.fn((event: Event) => event.preventDefault());
  const drawn = (busy: boolean) => (
    <form onSubmit={({ nativeEvent }) => submit(nativeEvent)}>
      <Button type="submit" busy={busy}>
        Save
      </Button>
    </form>
  );
  const { rerender } = render(drawn(true));
  fireEvent.click(button()); // Enter in a field is such a press
  expect(submit).not.toHaveBeenCalled();
  rerender(drawn(false));
  fireEvent.click(button());
  expect(submit).toHaveBeenCalledOnce();
});
