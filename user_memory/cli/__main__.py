"""``python -m user_memory.cli``."""

from user_memory.cli import main

raise SystemExit(main())
