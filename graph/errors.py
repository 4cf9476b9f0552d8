"""The errors a caller can meet: each says what is wrong, where, and what to do about it."""

from __future__ import annotations


class UserMemoryError(Exception):
    """The root of every error of this package. ``status`` is the HTTP status it is answered with."""

    status = 500
    title = "Internal error"

    def __init__(self, detail: str, *, where: str | None = None) -> None:
        super().__init__(detail)
        self.detail = detail
        self.where = where


class InvalidInput(UserMemoryError):
    """A value that cannot be taken; ``where`` names the field."""

    status = 422
    title = "Invalid input"


class ConsentRequired(InvalidInput):
    """Personal data of a category that the user has not consented to."""

    title = "Consent required"

    def __init__(self, category: str, *, where: str | None = None) -> None:
        super().__init__(
            f"Storing this needs consent for the category '{category}'. Grant it with PUT consents/{category} and send it again.",
            where=where,
        )
        self.category = category


class SecretRefused(InvalidInput):
    """A secret (key, password, PIN): never stored, whatever the consent."""

    title = "Secret refused"


class NotFound(UserMemoryError):
    """No such item of this user; another user's item is answered in the same words."""

    status = 404
    title = "Not found"


class Conflict(UserMemoryError):
    """The request contradicts what is stored."""

    status = 409
    title = "Conflict"


class TooLarge(UserMemoryError):
    """More text than one request may carry."""

    status = 413
    title = "Content too large"


class ConfigurationError(UserMemoryError):
    """A setting, folder or installation that cannot work as it is."""

    title = "Configuration error"


class IncompatibleData(ConfigurationError):
    """The stored data is of a version that this code does not read."""

    title = "Incompatible data"


class EngineUnavailable(UserMemoryError):
    """The database does not answer; the same request may be sent again after ``retry_after`` seconds."""

    status = 503
    title = "Database unavailable"

    def __init__(self, detail: str, *, retry_after: int = 5, where: str | None = None) -> None:
        super().__init__(detail, where=where)
        self.retry_after = retry_after


class NotImplementedYet(UserMemoryError):
    """A call that is named in the API and not served by this version."""

    status = 501
    title = "Not implemented"
